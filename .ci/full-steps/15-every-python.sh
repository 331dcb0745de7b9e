# The one wheel on every CPython that is here, and on those of Debian's next release, which has newer ones:
# `cribscore selftest`, and the quick tests out of the tree.
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
build_wheel "$STEP_WORK/dist"
wheel=$(echo "$STEP_WORK"/dist/cribscore-*.whl)
tree=$STEP_WORK/dist/sdist
rm -r "$tree/src"
deactivate
tests=(python -m pytest -q -p no:cacheprovider)
for python in $(pythons); do
  echo "-- $("$python" -VV)"
  environment "$("$python" -V | tr -d ' ')" "$python"
  python -m pip install -q "$wheel[test]"
  (cd "$tree" && cribscore selftest && "${tests[@]}")
  deactivate
done

debian_packages debootstrap
environment downloads
python -m pip install -q --upgrade pip # older ones ask packages whether they suit the Python that runs pip
system=$STEP_WORK/system
debootstrap --variant=minbase --include=g++,libc6-dev,python3-all testing "$system" >"$STEP_WORK/debootstrap.log"
cp -r "$tree" "$system/tree"
for path in "$system"/usr/bin/python3.*; do
  version=${path##*/python}
  [[ $version =~ ^3\.[0-9]+$ ]] || continue
  echo "-- Debian's $version"
  # pip of this machine fetches what that Python needs, so that nothing in there needs the network.
  python -m pip install -q --target "$system/packages-$version" --python-version "$version" --implementation cp \
    --only-binary :all: --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux_2_5_x86_64 \
    "$wheel[test]"
  # The mounts are seen by this command alone, and go with it.
  inside=(unshare --mount sh -euc 'mount -t devpts devpts "$1/dev/pts" && mount -t proc proc "$1/proc" && exec chroot "$@"' -
    "$system" env -C /tree PYTHONPATH="/packages-$version" PATH="/packages-$version/bin:$PATH" CRIBSCORE_CORE=c "python$version")
  "${inside[@]}" -m cribscore selftest
  "${inside[@]}" "${tests[@]:1}"
done
