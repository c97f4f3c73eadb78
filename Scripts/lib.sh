# Functions for the other scripts. The current directory must be the root of the package.

# Runs a command; prints its output only if it fails.
quietly() {
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    rm -f "$log"
  else
    code=$?
    cat "$log" >&2
    rm -f "$log"
    echo "failed: $*" >&2
    return "$code"
  fi
}

# Builds a product for release, statically linked with the Swift library and, unless GAZ_SHARED_LIBRARIES is set, with
# those of its other libraries that have archives here. Each shared library would delay the start.
build() {
  echo "building $1 for release; this takes some minutes …" >&2
  product=$1
  # Types are made by calls, not from their names: the runtime is slow to look up each name once. Unused functions are
  # left out. No library is looked for in the folder of the program.
  set -- --disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
    -Xswiftc -Xfrontend -Xswiftc -function-sections
  if [ -z "${GAZ_SHARED_LIBRARIES:-}" ] && link_archives .build/archives; then
    # The folder comes before those of the system, so `-ledit` finds the archive there. It needs libbsd and libmd.
    set -- "$@" -Xswiftc "-L$PWD/.build/archives" -Xswiftc -use-ld=lld -Xlinker -lbsd -Xlinker -lmd \
      -Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
    # The program is always at the same place in memory; its libraries, stack and heap are not. Otherwise a start would
    # adjust 30,000 addresses in more than a hundred pages. With shared libraries, it does.
    set -- "$@" -Xswiftc -Xclang-linker -Xswiftc -no-pie
    # The functions and variables that a search uses come together, in few pages.
    set -- "$@" -Xlinker --symbol-ordering-file -Xlinker "$PWD/Scripts/start-order.txt" \
      -Xlinker --no-warn-symbol-ordering
    # Addresses to adjust at the start in few pages; older C libraries refuse such a program.
    if packs_relocations; then set -- "$@" -Xlinker -z -Xlinker pack-relative-relocs; fi
  fi
  quietly swift build -c release --static-swift-stdlib --product "$product" "$@"
  # The linker writes a program in small pieces, and so the system keeps it. It maps those of a copy faster.
  cp ".build/release/$product" ".build/release/$product.copy"
  mv ".build/release/$product.copy" ".build/release/$product"
}

# Builds gaz for release if it is not there, or if something changed since the last time.
build_if_changed() {
  # Folders count too: their time shows when a file was removed.
  if [ ! -x .build/release/gaz ] || [ ! -f .build/gaz.stamp ] ||
    [ -n "$(find Package.swift Sources -newer .build/gaz.stamp -print -quit)" ]; then
    mkdir -p .build
    touch .build/gaz.stamp.new
    build gaz
    mv .build/gaz.stamp.new .build/gaz.stamp
  fi
}

# Makes a folder with links to the archives of the libraries that gaz is linked with. False if one is missing.
link_archives() {
  mkdir -p "$1"
  for library in bsd edit gcc_eh md sqlite3 stdc++ tinfo; do
    archive=$(clang -print-file-name="lib$library.a")
    [ "${archive#/}" != "$archive" ] || return 1 # Not found: the name alone is printed.
    ln -sf "$archive" "$1/lib$library.a"
  done
}

# Whether programs with packed relocations start here.
packs_relocations() {
  probe=.build/packed-relocations
  printf 'int main(void) { return 0; }\n' |
    clang -x c -fuse-ld=lld -Wl,-z,pack-relative-relocs -o "$probe" - 2>/dev/null && "$probe"
}

# Installs those of the Debian packages that are missing.
install_packages() {
  command -v swift >/dev/null || { echo 'no "swift" on the path; try: https://www.swift.org/install/linux' >&2; exit 1; }
  command -v dpkg-query >/dev/null || return 0 # Not Debian: the build reports what is missing.
  missing=
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  as_root=
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "packages are missing:$missing; try: sudo apt-get install$missing" >&2
      exit 1
    fi
    as_root='sudo -n'
  fi
  echo "installing$missing …" >&2
  quietly $as_root apt-get update
  quietly $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# Installs those of the Python packages that are missing in an environment for the peers of gaz, in $peers/venv.
peers=.build/bench
install_peers() {
  mkdir -p "$peers"
  [ -x "$peers/venv/bin/pip" ] || quietly python3 -m venv "$peers/venv"
  for package in "$@"; do
    "$peers/venv/bin/python" -c "from importlib.metadata import version; version('${package%%=*}')" 2>/dev/null ||
      quietly "$peers/venv/bin/pip" install "$package"
  done
}
