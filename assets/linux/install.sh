#!/bin/sh
# Puts Rushes where a Linux desktop looks for programs, or takes it away again:
# install.sh install|uninstall PROGRAM BOOK PREFIX [DESTDIR]
# BOOK is the folder of the manual. With DESTDIR, as packagers use it, the desktop's own lists are left alone.
set -eu

verb=${1:?install or uninstall}
program=${2:?the program}
book=${3:?the folder of the manual}
prefix=${4:?where to}
destdir=${5:-}
here=$(dirname "$0")
share=$prefix/share

# place MODE SOURCE TARGET
place() {
    case $verb in
        install) install -D -m "$1" "$2" "$destdir$3" ;;
        uninstall) rm -f "$destdir$3" ;;
        *) echo "usage: $0 install|uninstall PROGRAM BOOK PREFIX [DESTDIR]" >&2; exit 2 ;;
    esac
}

place 755 "$program" "$prefix/bin/rushes"
place 644 "$here/org.rushes.Rushes.desktop" "$share/applications/org.rushes.Rushes.desktop"
# Not every shell knows of programs below the home.
entry=$share/applications/org.rushes.Rushes.desktop
thumbnailer=$share/thumbnailers/rushes.thumbnailer
service=$share/dbus-1/services/org.rushes.Rushes.service
place 644 "$here/org.rushes.Rushes.service" "$service"
if [ "$verb" = install ]; then
    # The bus starts programs by their whole path.
    sed -i "s|/usr/bin/|$prefix/bin/|" "$destdir$service"
fi
place 644 "$here/rushes.thumbnailer" "$thumbnailer"
if [ "$verb" = install ] && [ "$prefix" != /usr ] && [ "${prefix#* }" = "$prefix" ]; then
    sed -i "s#^\(TryExec\|Exec\)=rushes#\1=$prefix/bin/rushes#" "$destdir$entry" "$destdir$thumbnailer"
fi
place 644 "$here/rushes-mime.xml" "$share/mime/packages/rushes.xml"
place 644 "$here/rushes.metainfo.xml" "$share/metainfo/org.rushes.Rushes.metainfo.xml"
icons=$share/icons/hicolor
place 644 "$here/../icon/rushes.svg" "$icons/scalable/apps/rushes.svg"
place 644 "$here/../icon/rushes-symbolic.svg" "$icons/symbolic/apps/rushes-symbolic.svg"
for size in 16 32 48 64 128 256 512; do
    place 644 "$here/../icon/rushes-$size.png" "$icons/${size}x$size/apps/rushes.png"
done
place 644 "$here/../licences/licences.txt" "$share/doc/rushes/licences.txt"
for page in "$here"/pages/*.1; do
    place 644 "$page" "$share/man/man1/${page##*/}"
done
place 644 "$here/pages/rushes.bash" "$share/bash-completion/completions/rushes"
place 644 "$here/pages/_rushes" "$share/zsh/site-functions/_rushes"
place 644 "$here/pages/rushes.fish" "$share/fish/vendor_completions.d/rushes.fish"
# Of an older manual nothing stays.
manual=$destdir$share/doc/rushes/manual
rm -rf "$manual"
if [ "$verb" = install ]; then
    mkdir -p "$manual"
    cp -R "$book/." "$manual"
    chmod -R u=rwX,go=rX "$manual"
else
    rmdir "$destdir$share/doc/rushes" 2>/dev/null || true
fi

[ -z "$destdir" ] || exit 0
# Desktops read lists that are made from these files.
refresh() {
    if command -v "$1" >/dev/null; then
        "$@" || true
    fi
}
refresh update-mime-database "$share/mime"
refresh update-desktop-database -q "$share/applications"
refresh gtk-update-icon-cache -q -t -f "$icons"
