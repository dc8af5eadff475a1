//! The names of Python that a pickle may ask for. None of them runs: see `calls` for what each one makes. All others are
//! refused.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    Dict,
    DefaultDict,
    /// A list, a tuple or a set of what is in another one.
    List,
    /// A text to bytes.
    Encode,
    /// An array without values.
    EmptyArray,
    Array,
    Type,
    /// A type and the bytes of one value.
    Scalar,
    /// Bytes, a type, a shape and an order.
    FromBuffer,
    /// joblib's array behind the pickle.
    Inline,
    /// joblib's array in a file of its own.
    Beside,
    Tensor,
    Parameter,
    /// Bytes that are a file of torch themselves, out of which a storage comes.
    StorageOfBytes,
    /// A type of storage with its values, as NumPy writes it; empty for what NumPy has no type for.
    Storage(&'static str),
    /// What says nothing about motion.
    Plain,
}

use Global::{
    Array, Beside, DefaultDict, Dict, EmptyArray, Encode, FromBuffer, Inline, List, Parameter,
    Plain, Scalar, StorageOfBytes, Tensor, Type,
};

/// Every name, by its module.
#[rustfmt::skip]
const GLOBALS: &[(&str, &[(&str, Global)])] = &[
    ("builtins", &[
        ("dict", Dict), ("list", List), ("tuple", List), ("set", List), ("frozenset", List), ("bytes", Encode),
        ("bytearray", Encode), ("int", Plain), ("float", Plain), ("str", Plain), ("bool", Plain), ("object", Plain),
    ]),
    ("collections", &[("OrderedDict", Dict), ("defaultdict", DefaultDict)]),
    ("_codecs", &[("encode", Encode)]),
    ("numpy", &[("ndarray", Array), ("dtype", Type)]),
    ("numpy.core.multiarray", &[("_reconstruct", EmptyArray), ("scalar", Scalar)]),
    ("numpy.core.numeric", &[("_frombuffer", FromBuffer)]),
    ("joblib.numpy_pickle", &[
        ("NumpyArrayWrapper", Inline), ("NDArrayWrapper", Beside), ("ZNDArrayWrapper", Beside),
    ]),
    ("joblib.numpy_pickle_compat", &[("NDArrayWrapper", Beside), ("ZNDArrayWrapper", Beside)]),
    ("torch._utils", &[
        ("_rebuild_tensor", Tensor), ("_rebuild_tensor_v2", Tensor), ("_rebuild_parameter", Parameter),
    ]),
    ("torch.storage", &[("_load_from_bytes", StorageOfBytes)]),
    ("torch", &[
        ("FloatStorage", Global::Storage("f4")), ("DoubleStorage", Global::Storage("f8")),
        ("HalfStorage", Global::Storage("f2")), ("LongStorage", Global::Storage("i8")),
        ("IntStorage", Global::Storage("i4")), ("ShortStorage", Global::Storage("i2")),
        ("CharStorage", Global::Storage("i1")), ("ByteStorage", Global::Storage("u1")),
        ("BoolStorage", Global::Storage("b1")), ("BFloat16Storage", Global::Storage("V2")),
        ("Size", List), ("device", Plain), ("float32", Plain), ("float64", Plain), ("float16", Plain), ("int64", Plain),
        ("int32", Plain), ("bool", Plain),
    ]),
];

/// How names of Python 2 and of the second NumPy are called in the table.
const MODULES: [(&str, &str); 3] = [
    ("__builtin__", "builtins"),
    ("numpy._core.multiarray", "numpy.core.multiarray"),
    ("numpy._core.numeric", "numpy.core.numeric"),
];

pub(super) fn find(module: &str, name: &str) -> Option<Global> {
    let module = MODULES.iter().find(|(other, _)| *other == module).map_or(module, |(_, own)| own);
    let (_, names) = GLOBALS.iter().find(|(known, _)| *known == module)?;
    names.iter().find(|(known, _)| *known == name).map(|&(_, global)| global)
}
