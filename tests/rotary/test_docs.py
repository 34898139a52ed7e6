"""The guide to the check names every id, and what it shows runs."""

import json
import re
from pathlib import Path

from pe_core.rotary.check import check_rope
from pe_core.rotary.faults import FAULTS, TITLES
from tests.rotary.test_config import ODD

GUIDE = (Path(__file__).parents[2] / "docs" / "rope-check.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([\w-]+) \|", GUIDE, re.MULTILINE)


def test_every_id_has_a_row():
    assert {f"R{n}" for n in range(1, 18)} <= set(ROWS)
    assert {fault.id for fault in FAULTS} | set(TITLES) <= set(ROWS)
    assert {wanted for _, wanted, _ in ODD.values()} <= set(ROWS)


def test_the_json_has_the_keys_that_the_guide_shows():
    shown = json.loads(re.search(r"```json\n(.*?)```", GUIDE, re.DOTALL).group(1))
    told = check_rope({"head_dim": 4, "rope_theta": 1e4, "rope_scaling": {"factor": 2}}).summary()
    assert set(shown) == set(told)
    assert set(shown["findings"][0]) == set(told["findings"][0])


def test_the_guide_holds_no_address():
    assert "://" not in GUIDE
