"""An empty page: what any script costs on this server before it shows anything."""
