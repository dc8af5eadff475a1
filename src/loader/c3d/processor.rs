//! The processor types of C3D files: Intel, DEC and MIPS store numbers differently.
//!
//! ```text
//! byte  processor  16-bit integers  floats
//! 84    Intel      low byte first   IEEE, low byte first
//! 85    DEC        low byte first   VAX F: the IEEE bits of four times the value, words swapped
//! 86    MIPS       high byte first  IEEE, high byte first
//! ```

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Processor {
    Intel,
    Dec,
    Mips,
}

impl Processor {
    pub fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            84 => Some(Self::Intel),
            85 => Some(Self::Dec),
            86 => Some(Self::Mips),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Intel => "Intel",
            Self::Dec => "DEC",
            Self::Mips => "MIPS",
        }
    }

    /// A 16-bit integer without a sign, as counts are.
    pub fn unsigned(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Intel | Self::Dec => u16::from_le_bytes(bytes),
            Self::Mips => u16::from_be_bytes(bytes),
        }
    }

    pub fn float(self, bytes: [u8; 4]) -> f32 {
        match self {
            Self::Intel => f32::from_le_bytes(bytes),
            Self::Dec => dec_float(bytes),
            Self::Mips => f32::from_be_bytes(bytes),
        }
    }
}

/// A VAX F float. Its mantissa begins with a half, not with a one, and its exponent counts from 128,
/// not from 127: the same bits mean a quarter of what they mean in IEEE.
#[inline(always)]
pub(super) fn dec_float(bytes: [u8; 4]) -> f32 {
    let bits = u32::from_le_bytes(bytes).rotate_left(16);
    match bits >> 23 & 0xff {
        // VAX has no subnormal numbers: without an exponent it is zero, or with a sign no number.
        0 if bits >> 31 == 0 => 0.0,
        0 => f32::NAN,
        // Here a quarter is subnormal in IEEE.
        1 | 2 => f32::from_bits(bits) * 0.25,
        _ => f32::from_bits(bits - (2 << 23)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dec_floats_have_the_values_that_the_vax_gives_them() {
        for (bytes, value) in [
            ([0x80, 0x40, 0x00, 0x00], 1.0),
            ([0x80, 0xc0, 0x00, 0x00], -1.0),
            ([0x00, 0x40, 0x00, 0x00], 0.5),
            ([0x60, 0x41, 0x00, 0x00], 3.5),
            ([0x9e, 0x40, 0x52, 0x06], 1.234_567_9),
            ([0xf7, 0xc3, 0x00, 0x80], -123.75),
            ([0xf0, 0x7d, 0xc2, 0xbd], 1e37),
            ([0x08, 0x83, 0xea, 0x1c], -1e-37),
            ([0x00, 0x00, 0x00, 0x00], 0.0),
            // The largest and the smallest that there are.
            ([0xff, 0x7f, 0xff, 0xff], 1.701_411_7e38),
            ([0x80, 0x00, 0x00, 0x00], f32::MIN_POSITIVE / 4.0),
        ] {
            assert_eq!(dec_float(bytes), value, "{bytes:x?}");
        }
        assert!(dec_float([0x00, 0x80, 0x00, 0x00]).is_nan());
    }

    #[test]
    fn each_processor_has_its_order_of_bytes() {
        for (processor, two, one) in [
            (Processor::Intel, [2, 1], [0x00, 0x00, 0x80, 0x3f]),
            (Processor::Dec, [2, 1], [0x80, 0x40, 0x00, 0x00]),
            (Processor::Mips, [1, 2], [0x3f, 0x80, 0x00, 0x00]),
        ] {
            assert_eq!(processor.unsigned(two), 0x102);
            assert_eq!(processor.float(one), 1.0);
        }
    }
}
