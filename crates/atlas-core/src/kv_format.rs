//! Formats of keys and values in the KV cache.

use std::fmt;
use std::str::FromStr;

/// Elements that share one scale in the formats that have scales of groups.
pub const KV_GROUP: usize = 16;

/// The format of one vector of keys or values in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KvFormat {
    F32,
    Bf16,
    /// E4M3 codes; one f32 scale of the layer.
    Fp8,
    /// E2M1 codes, an E4M3 scale for each 16 of them, one f32 scale of the layer.
    Nvfp4,
    /// Rotated, the nearest of 256 levels, an unsigned 8-bit scale for each 16.
    Turbo8,
    /// The same with 16 levels.
    Turbo4,
    /// The same with 8 levels.
    Turbo3,
}

impl KvFormat {
    /// Every format.
    pub const ALL: [Self; 7] =
        [Self::F32, Self::Bf16, Self::Fp8, Self::Nvfp4, Self::Turbo8, Self::Turbo4, Self::Turbo3];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::Fp8 => "fp8",
            Self::Nvfp4 => "nvfp4",
            Self::Turbo8 => "turbo8",
            Self::Turbo4 => "turbo4",
            Self::Turbo3 => "turbo3",
        }
    }

    /// Bits of the code of one element.
    pub const fn bits(self) -> usize {
        match self {
            Self::F32 => 32,
            Self::Bf16 => 16,
            Self::Fp8 | Self::Turbo8 => 8,
            Self::Nvfp4 | Self::Turbo4 => 4,
            Self::Turbo3 => 3,
        }
    }

    /// Whether the cache holds codes instead of numbers.
    pub const fn is_quantised(self) -> bool {
        !matches!(self, Self::F32 | Self::Bf16)
    }

    /// Whether vectors are rotated before they are rounded.
    pub const fn is_rotated(self) -> bool {
        matches!(self, Self::Turbo8 | Self::Turbo4 | Self::Turbo3)
    }

    /// Whether codes are multiplied by a scale of the layer, which is read from the checkpoint or
    /// calibrated.
    pub const fn has_layer_scale(self) -> bool {
        matches!(self, Self::Fp8 | Self::Nvfp4)
    }

    /// Bytes of the codes of one vector of `head_dim` elements.
    pub const fn code_bytes(self, head_dim: usize) -> usize {
        (head_dim * self.bits()).div_ceil(8)
    }

    /// Bytes of the scales of one vector, one for each [`KV_GROUP`] elements.
    pub const fn scale_bytes(self, head_dim: usize) -> usize {
        match self {
            Self::F32 | Self::Bf16 | Self::Fp8 => 0,
            _ => head_dim.div_ceil(KV_GROUP),
        }
    }

    /// Bytes of one vector.
    pub const fn row_bytes(self, head_dim: usize) -> usize {
        self.code_bytes(head_dim) + self.scale_bytes(head_dim)
    }

    /// Says for which reason heads of `head_dim` elements cannot be kept in this format, if so.
    pub fn refuses(self, head_dim: usize) -> Option<String> {
        let rotates = head_dim.is_power_of_two() && (KV_GROUP..=512).contains(&head_dim);
        if self.is_rotated() && !rotates {
            return Some(format!(
                "{self} rotates whole heads, whose width must be a power of two from {KV_GROUP} \
                 to 512; the model's heads have {head_dim} elements"
            ));
        }
        if self == Self::Nvfp4 && !head_dim.is_multiple_of(KV_GROUP) {
            return Some(format!(
                "{self} has a scale for each {KV_GROUP} elements; the model's heads have {head_dim}"
            ));
        }
        None
    }
}

impl fmt::Display for KvFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for KvFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|format| format.name() == name);
        named.ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            format!("{name:?} is no format of the KV cache; there are {}", names.join(", "))
        })
    }
}

/// The formats of one layer's keys and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KvFormats {
    pub key: KvFormat,
    pub value: KvFormat,
}

impl KvFormats {
    /// Keys and values in one format.
    pub const fn both(format: KvFormat) -> Self {
        Self { key: format, value: format }
    }

    /// Whether either is quantised.
    pub const fn is_quantised(self) -> bool {
        self.key.is_quantised() || self.value.is_quantised()
    }

    /// Whether codes of either are multiplied by a scale of the layer.
    pub const fn has_layer_scale(self) -> bool {
        self.key.has_layer_scale() || self.value.has_layer_scale()
    }

    /// Bytes of the key and the value of one token and head.
    pub const fn row_bytes(self, head_dim: usize) -> usize {
        self.key.row_bytes(head_dim) + self.value.row_bytes(head_dim)
    }

    /// As [`KvFormat::refuses`] of either.
    pub fn refuses(self, head_dim: usize) -> Option<String> {
        self.key.refuses(head_dim).or_else(|| self.value.refuses(head_dim))
    }
}

/// `fp8`, or `k=fp8,v=turbo3` where they differ.
impl fmt::Display for KvFormats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key == self.value {
            true => self.key.fmt(f),
            false => write!(f, "k={},v={}", self.key, self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_a_vector() {
        let bytes = KvFormat::ALL.map(|format| format.row_bytes(256));
        assert_eq!(bytes, [1024, 512, 256, 144, 272, 144, 112]);
        assert_eq!(
            KvFormats { key: KvFormat::Fp8, value: KvFormat::Turbo3 }.row_bytes(64),
            64 + 28
        );
    }

    #[test]
    fn widths_that_a_format_cannot_keep_are_refused() {
        let refused = |width| KvFormat::ALL.map(|format| format.refuses(width).is_some());
        assert_eq!(refused(128), [false; 7]);
        assert_eq!(refused(96), [false, false, false, false, true, true, true]);
        assert_eq!(refused(20), [false, false, false, true, true, true, true]);
        assert_eq!(refused(1024)[4..], [true; 3]);
    }

    #[test]
    fn names_are_read_back() {
        for format in KvFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert!("int8".parse::<KvFormat>().unwrap_err().contains("turbo3"));
        let split = KvFormats { key: KvFormat::Fp8, value: KvFormat::Turbo3 };
        assert_eq!(split.to_string(), "k=fp8,v=turbo3");
    }
}
