"""What all tests share: one way to run the property tests, and the machine's nginx."""

import os

import pytest
from hypothesis import HealthCheck, settings

from deploy.classroom import nginx_path

# Scripts of a Streamlit app, which are run by its server alone.
collect_ignore = ["benchmarks/plain"]

# The same examples on every run and no clocks: a failure is a failure everywhere, and a busy
# machine is not one.
settings.register_profile(
    "steady",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def nginx():
    """Return where nginx is; skip without one, or fail if everything is required."""
    found = nginx_path()
    if found is None:
        words = "NO NGINX: the class cannot be tested"
        if os.environ.get("PE_REQUIRE_BROWSER") == "1":
            pytest.fail(words, pytrace=False)
        pytest.skip(words)
    return found
