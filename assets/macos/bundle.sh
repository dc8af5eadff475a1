#!/bin/sh
# Makes Rushes.app of a program: bundle.sh PROGRAM FOLDER
set -eu

[ $# = 2 ] || { echo "usage: $0 PROGRAM FOLDER" >&2; exit 2; }
assets=$(cd "$(dirname "$0")/.." && pwd)
contents=$2/Rushes.app/Contents
mkdir -p "$contents/MacOS" "$contents/Resources"
cp "$assets/macos/Info.plist" "$contents/Info.plist"
cp "$assets/icon/rushes.icns" "$contents/Resources/rushes.icns"
cp "$1" "$contents/MacOS/rushes"
chmod 755 "$contents/MacOS/rushes"
# Processors of Apple run nothing that is not signed, if by nobody.
if command -v codesign >/dev/null; then
    codesign --force --sign - "$2/Rushes.app"
fi
echo "$2/Rushes.app"
