"""BibTeX entries are well formed."""

import re
from datetime import date

import pytest

from pe_core.export.citation import app_bibtex, paper_bibtex

ENTRIES = {
    "paper": paper_bibtex(),
    "app": app_bibtex(),
    "view": app_bibtex(address="https://example.org/wave?d=4", visited=date(2026, 3, 1)),
}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_braces_and_fields(entry):
    assert re.fullmatch(r"@\w+\{\w+,\n(  \w+ += \{[^=]*(=[^=]*)?\},?\n)+\}\n", entry)
    assert entry.count("{") == entry.count("}")


def test_paper_names_all_authors():
    assert paper_bibtex().count(" and") == 7


def test_app_with_address_and_day():
    assert "url     = {https://example.org/wave?d=4}" in ENTRIES["view"]
    assert "note    = {Visited 2026-03-01}" in ENTRIES["view"]


@pytest.mark.parametrize("address", ["wave", "https://a.b/}", "https://a.b/ c", "https://a\\b"])
def test_address_rules(address):
    with pytest.raises(ValueError, match=r"address must be an http\(s\) address without spaces"):
        app_bibtex(address=address)
