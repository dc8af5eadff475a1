#!/bin/sh
# Makes Rushes.app of a program and the folder of its manual: bundle.sh PROGRAM BOOK FOLDER
set -eu

[ $# = 3 ] || { echo "usage: $0 PROGRAM BOOK FOLDER" >&2; exit 2; }
assets=$(cd "$(dirname "$0")/.." && pwd)
contents=$3/Rushes.app/Contents
mkdir -p "$contents/MacOS" "$contents/Resources"
cp "$assets/macos/Info.plist" "$contents/Info.plist"
cp "$assets/icon/rushes.icns" "$contents/Resources/rushes.icns"
rm -rf "$contents/Resources/manual"
cp -R "$2" "$contents/Resources/manual"
cp "$1" "$contents/MacOS/rushes"
chmod 755 "$contents/MacOS/rushes"
# Processors of Apple run nothing that is not signed, if by nobody.
if command -v codesign >/dev/null; then
    codesign --force --sign - "$3/Rushes.app"
fi
echo "$3/Rushes.app"
