# packages.sh: sourced by the other scripts; installs what they need on Debian, or says what is needed.
# shellcheck shell=bash

# What building Flipbook takes, besides a Swift toolchain; g++ for the C++ library that Swift's stands on.
build_packages=(g++ pkg-config libdrm-dev libinput-dev libudev-dev libpng-dev libturbojpeg0-dev libpixman-1-dev libseat-dev)

# say TEXT: to the person, never to standard output, which is for data.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# need_packages PACKAGE...: installs those that are missing; exits 69 where it cannot.
need_packages() {
  local missing=() package state
  if ! command -v dpkg-query >/dev/null 2>&1; then
    local marker=${FLIPBOOK_PACKAGES_PRESENT:-}
    [ -z "$marker" ] || return 0
    say "this is no Debian system; install what these Debian packages hold, then set FLIPBOOK_PACKAGES_PRESENT=1:"
    printf '  %s\n' "$@" >&2
    exit 69
  fi
  for package in "$@"; do
    # Since Debian 13 some have t64 behind their names, and provide the old one; of the two names one
    # is always unknown, which is an error to dpkg-query and none here.
    state=$(dpkg-query -W -f '${db:Status-Abbrev}\n' "$package" "${package}t64" 2>/dev/null) || true
    grep -q '^ii' <<<"$state" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      say "these packages are missing; install them as root: apt-get install ${missing[*]}"
      exit 69
    fi
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -20 "$log" >&2
    rm -f "$log"
    say "apt-get could not install them; the lines above say why"
    exit 69
  fi
  rm -f "$log"
}

# need_swift: a Swift toolchain of at least 6.2.
need_swift() {
  if ! command -v swift >/dev/null 2>&1; then
    say "no Swift toolchain found; install Swift 6.2 or later from swift.org and put it on PATH"
    exit 69
  fi
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p') || version=
  if [ "$(printf '%s\n' 6.2 "${version:-0}" | sort -V | head -n 1)" != 6.2 ]; then
    say "$(command -v swift) is Swift ${version:-of an unknown version}; install Swift 6.2 or later from swift.org"
    exit 69
  fi
}

# release_build: builds the program and leaves its path in $flipbook.
release_build() {
  need_swift
  need_packages "${build_packages[@]}"
  local root log
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  log=$(mktemp)
  [ -x "$root/.build/release/flipbook" ] || say "building; the first time takes a few minutes"
  # A megabyte less to read at start: lld with packed relocations (needs glibc 2.36, Debian 12), no
  # symbols for others, so that what nobody calls is left out, and equal functions once. A quarter
  # without the table by which C++ exceptions find their handlers: nothing here throws any. Two more
  # without Swift's regular expressions, which every module imports unless told not to.
  if ! (cd "$root" && swift build -c release --static-swift-stdlib --product flipbook \
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
    -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
    -Xlinker --no-export-dynamic -Xlinker --gc-sections -Xlinker --icf=all \
    -Xlinker --no-eh-frame-hdr) >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    say "the build failed; the lines above say why"
    exit 1
  fi
  rm -f "$log"
  # shellcheck disable=SC2034
  flipbook=$root/.build/release/flipbook
}

# conformance_build: builds the program of the conformance checks and leaves its path in $conformance.
conformance_build() {
  need_swift
  need_packages "${build_packages[@]}"
  local root log
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  log=$(mktemp)
  if ! (cd "$root" && swift build --product ConformanceProgram) >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    say "the build failed; the lines above say why"
    exit 1
  fi
  rm -f "$log"
  # shellcheck disable=SC2034
  conformance=$root/.build/debug/ConformanceProgram
}
