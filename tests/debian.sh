#!/bin/sh
# Bring what the tests need beside Python: a Chromium for the browser tests, nginx for the class.
# Where one cannot be had: fail if PE_REQUIRE_BROWSER=1, else say loudly that tests will be skipped.
set -u
PATH="$PATH:/usr/sbin:/usr/local/sbin"

# Install a Debian package unless one of the named programs is there: bring PACKAGE PROGRAM...
bring() {
    package=$1
    shift
    for name in "$@"; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "no $package on the PATH: installing Debian's"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "$package" >/dev/null \
            && command -v "$package" >/dev/null 2>&1 && return 0
    fi
    if [ "${PE_REQUIRE_BROWSER:-0}" = 1 ]; then
        echo "all tests are required, but there is no $package and none can be installed" >&2
        exit 1
    fi
    echo "****************************************************************************" >&2
    echo "**  NO $package FOUND: the tests that need it are SKIPPED." >&2
    echo "**  Install it (one of: $*), or run as root on Debian, to run them." >&2
    echo "****************************************************************************" >&2
}

bring chromium chromium chromium-browser google-chrome chrome
bring nginx nginx
