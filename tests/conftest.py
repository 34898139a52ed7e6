"""What all tests share: one way to run the property tests."""

from hypothesis import HealthCheck, settings

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
