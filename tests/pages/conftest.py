"""Open a page as a reader does: from the entry point, with a query string, without a browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ENTRY = Path(__file__).parents[2] / "app.py"


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Return a function that runs a page with the settings of a link."""

    def opened(path: str = "app.py", **query: object) -> AppTest:
        app = AppTest.from_file(str(ENTRY), default_timeout=120)
        for key, value in query.items():
            app.query_params[key.rstrip("_")] = str(value)
        app = app.run() if path == "app.py" else app.switch_page(path).run()
        assert not app.exception, app.exception
        return app

    return opened
