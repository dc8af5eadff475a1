//! What ufbx asks of a C library, for a system that has none, such as a browser: it finds these by their names, where it is
//! compiled with `UFBX_NO_LIBC`.
//!
//! # Safety
//! Pointers, lengths and texts are ufbx's own, and as those of the C functions of the same names are to be.

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::cmp::Ordering;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::slice::from_raw_parts;

/// Functions of numbers, by their names without the prefix.
macro_rules! of_numbers {
    ($($name:ident |$($x:ident),+| $value:expr;)+) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name($($x: f64),+) -> f64 {
                $value
            }
        )+
    };
}

of_numbers! {
    ufbx_sqrt |x| x.sqrt();
    ufbx_fabs |x| x.abs();
    ufbx_floor |x| x.floor();
    ufbx_ceil |x| x.ceil();
    ufbx_rint |x| x.round_ties_even();
    ufbx_sin |x| x.sin();
    ufbx_cos |x| x.cos();
    ufbx_tan |x| x.tan();
    ufbx_asin |x| x.asin();
    ufbx_acos |x| x.acos();
    ufbx_atan |x| x.atan();
    ufbx_atan2 |y, x| y.atan2(x);
    ufbx_pow |x, y| x.powf(y);
    ufbx_fmin |x, y| x.min(y);
    ufbx_fmax |x, y| x.max(y);
    ufbx_copysign |x, y| x.copysign(y);
    ufbx_nextafter |x, y| match x.partial_cmp(&y) {
        Some(Ordering::Less) => x.next_up(),
        Some(Ordering::Greater) => x.next_down(),
        Some(Ordering::Equal) => y,
        None => x + y,
    };
}

#[unsafe(no_mangle)]
extern "C" fn ufbx_isnan(x: f64) -> c_int {
    x.is_nan().into()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strlen(text: *const c_char) -> usize {
    // SAFETY: a text of ufbx ends with a zero.
    unsafe { bytes_of(text) }.count()
}

/// The bytes of a text up to its end.
unsafe fn bytes_of(text: *const c_char) -> impl Iterator<Item = u8> {
    // SAFETY: the caller's text ends with a zero, and nothing behind that is asked for.
    let bytes = (0..).map(move |place| unsafe { text.add(place).cast::<u8>().read() });
    bytes.take_while(|&byte| byte != 0)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strcmp(a: *const c_char, b: *const c_char) -> c_int {
    // SAFETY: both texts end with a zero, and neither is read behind its own.
    unsafe { bytes_of(a).cmp(bytes_of(b)) as c_int }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_strncmp(a: *const c_char, b: *const c_char, count: usize) -> c_int {
    // SAFETY: each text has a zero or `count` bytes, and nothing is read behind the first of these.
    unsafe { bytes_of(a).take(count).cmp(bytes_of(b).take(count)) as c_int }
}

/// Bytes that may be none at an address that is none.
unsafe fn bytes<'a>(at: *const c_void, count: usize) -> &'a [u8] {
    // SAFETY: the caller has so many bytes there, written all, and changes none as long as they are looked at.
    if count == 0 { &[] } else { unsafe { from_raw_parts(at.cast(), count) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memcmp(a: *const c_void, b: *const c_void, count: usize) -> c_int {
    // SAFETY: ufbx has `count` bytes at both addresses, and waits until they are compared.
    unsafe { bytes(a, count).cmp(bytes(b, count)) as c_int }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memchr(at: *const c_void, byte: c_int, count: usize) -> *const c_void {
    // SAFETY: ufbx has all `count` bytes, also behind the one that is found, which C would not ask of it.
    let found = memchr::memchr(byte as u8, unsafe { bytes(at, count) });
    // SAFETY: what was found lies among the `count` bytes.
    found.map_or(ptr::null(), |place| unsafe { at.add(place) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memcpy(
    to: *mut c_void,
    from: *const c_void,
    count: usize,
) -> *mut c_void {
    // SAFETY: it asks for no more than this function does, which wants bytes that do not overlap.
    unsafe { ufbx_memmove(to, from, count) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memmove(
    to: *mut c_void,
    from: *const c_void,
    count: usize,
) -> *mut c_void {
    if count > 0 {
        // SAFETY: ufbx has `count` bytes to read and as many to write; the two may overlap.
        unsafe { ptr::copy(from.cast::<u8>(), to.cast(), count) };
    }
    to
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_memset(to: *mut c_void, byte: c_int, count: usize) -> *mut c_void {
    if count > 0 {
        // SAFETY: ufbx has room for `count` bytes there.
        unsafe { to.cast::<u8>().write_bytes(byte as u8, count) };
    }
    to
}

/// How memory of a size is laid out, as C's is: for any type.
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), align_of::<u128>()).ok()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_malloc(size: usize) -> *mut c_void {
    // SAFETY: no layout here is one of no bytes.
    layout(size).map_or(ptr::null_mut(), |layout| unsafe { alloc(layout) }).cast()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_realloc(at: *mut c_void, old: usize, new: usize) -> *mut c_void {
    if at.is_null() {
        // SAFETY: it takes every size.
        return unsafe { ufbx_malloc(new) };
    }
    let moved = layout(old).zip(layout(new));
    // SAFETY: memory of the old size was laid out like this by the functions here, and the new size has a layout too.
    let moved = moved.map(|(old, new)| unsafe { realloc(at.cast(), old, new.size()) });
    moved.unwrap_or(ptr::null_mut()).cast()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ufbx_free(at: *mut c_void, old: usize) {
    if let (false, Some(layout)) = (at.is_null(), layout(old)) {
        // SAFETY: the functions here laid memory of this size out so, and ufbx does not use it any more.
        unsafe { dealloc(at.cast(), layout) };
    }
}
