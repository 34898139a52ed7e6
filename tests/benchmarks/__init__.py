"""Measurements, run by `make bench`. Ratios hold within one run; times depend on the machine."""
