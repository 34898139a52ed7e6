"""One finding of the check: what is wrong, how the numbers show it, and what to do."""

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True)
class Finding:
    """Hold one finding.

    ``id`` is R1 … R17 or a word; ``title``, ``evidence`` and ``fix`` are sentences. ``settled``
    names the file that can settle the finding ("inv_freq" or "cos_sin"): it is about how a
    configuration may be read, and a file of right numbers shows how it was. "" for the others.
    """

    id: str
    title: str
    evidence: str
    fix: str
    settled: str = ""

    def summary(self) -> dict[str, str]:
        """Return the finding as plain data."""
        return {"id": self.id, "title": self.title, "evidence": self.evidence, "fix": self.fix}
