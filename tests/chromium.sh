#!/bin/sh
# Bring a Chromium for the browser tests. Where none can be had: fail if PE_REQUIRE_BROWSER=1,
# else say loudly that those tests will be skipped.
set -u
for name in chromium chromium-browser google-chrome chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "no Chromium on the PATH: installing Debian's"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null \
        && command -v chromium >/dev/null 2>&1 && exit 0
fi
if [ "${PE_REQUIRE_BROWSER:-0}" = 1 ]; then
    echo "browser tests are required, but there is no Chromium and none can be installed" >&2
    exit 1
fi
echo "****************************************************************************" >&2
echo "**  NO CHROMIUM FOUND: the browser tests are SKIPPED. Install chromium or   **" >&2
echo "**  google-chrome, or run as root on Debian, to run them.                  **" >&2
echo "****************************************************************************" >&2
