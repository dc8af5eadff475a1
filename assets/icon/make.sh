#!/bin/sh
# Makes every raster of the application icon again from the SVGs in this folder.
# Needs rsvg-convert (librsvg2-bin), convert (ImageMagick) and python3.
set -eu
cd "$(dirname "$0")"

# png SOURCE SIZE
png() {
    rsvg-convert -w "$2" -h "$2" -o "rushes-$2.png" "$1"
    convert "rushes-$2.png" -strip -define png:compression-level=9 \
        -define png:compression-filter=1 "PNG32:rushes-$2.png"
}

for size in 16 32; do png rushes-small.svg "$size"; done
for size in 48 64 128 256 512; do png rushes.svg "$size"; done

# Windows
convert rushes-16.png rushes-32.png rushes-48.png rushes-256.png rushes.ico

# macOS: a header, then each PNG behind its type and length.
python3 - <<'PY'
import struct

body = b""
for kind, size in (b"ic07", 128), (b"ic08", 256), (b"ic09", 512):
    with open("rushes-%d.png" % size, "rb") as f:
        data = f.read()
    body += kind + struct.pack(">I", 8 + len(data)) + data
with open("rushes.icns", "wb") as f:
    f.write(b"icns" + struct.pack(">I", 8 + len(body)) + body)
PY
