//! Legal pairs of a weight format and a type of activations on a device, as types: kernels of
//! linears and experts are registered through them, so that one outside the table does not compile.
//!
//! `docs/reference/weights.md` is the table as a page.

use std::fmt;

use super::format::WeightFormat;
use super::ggml::GgmlType;

/// Type of a row's elements as a kernel multiplies them with weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    F32,
    Bf16,
    /// Codes of E4M3 with scales that are computed from the row.
    E4m3,
    /// Signed bytes with a scale for 32 of them that is computed from the row.
    Int8,
}

impl Activation {
    /// The name in messages and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::E4m3 => "e4m3",
            Self::Int8 => "int8",
        }
    }
}

/// Kind of device that a kernel runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    Cpu,
    Cuda,
}

impl DeviceKind {
    /// The name in messages and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Cuda => "CUDA",
        }
    }
}

/// A weight format as a type of [`formats`].
pub trait FormatType: Copy + Send + Sync + 'static {
    const FORMAT: WeightFormat;
}

/// A type of activations as a type of [`activations`].
pub trait ActivationType: Copy + Send + Sync + 'static {
    const ACTIVATION: Activation;
}

/// A kind of device as a type of [`devices`].
pub trait DeviceType: Copy + Send + Sync + 'static {
    const DEVICE: DeviceKind;
}

/// Types without values that stand for the variants of an enum.
macro_rules! types {
    ($module:ident: $trait:ident, $constant:ident: $of:ident =
     $($name:ident $(= $value:expr)?),*) => {
        #[doc = concat!("The variants of [`", stringify!($of), "`](super::", stringify!($of),
                        ") as types.")]
        pub mod $module {
            $(
                #[doc = concat!("Stands for `", stringify!($of), "::", stringify!($name), "`.")]
                #[derive(Clone, Copy, Debug)]
                pub enum $name {}

                impl super::$trait for $name {
                    const $constant: super::$of = types!(@value super::$of, $name $(, $value)?);
                }
            )*
        }
    };
    (@value $of:path, $name:ident, $value:expr) => {
        $value
    };
    (@value super::$of:ident, $name:ident) => {
        super::$of::$name
    };
}

types!(formats: FormatType, FORMAT: WeightFormat =
    Bf16, F16, F32, Fp8Row, Fp8Block, Nvfp4, Mxfp4,
    Int4 = super::WeightFormat::Int4 { group: 128 },
    Int8 = super::WeightFormat::Int8 { group: 128 },
    Q4_0 = super::WeightFormat::Ggml(super::GgmlType::Q4_0),
    Q4_1 = super::WeightFormat::Ggml(super::GgmlType::Q4_1),
    Q5_0 = super::WeightFormat::Ggml(super::GgmlType::Q5_0),
    Q5_1 = super::WeightFormat::Ggml(super::GgmlType::Q5_1),
    Q8_0 = super::WeightFormat::Ggml(super::GgmlType::Q8_0),
    Q2K = super::WeightFormat::Ggml(super::GgmlType::Q2K),
    Q3K = super::WeightFormat::Ggml(super::GgmlType::Q3K),
    Q4K = super::WeightFormat::Ggml(super::GgmlType::Q4K),
    Q5K = super::WeightFormat::Ggml(super::GgmlType::Q5K),
    Q6K = super::WeightFormat::Ggml(super::GgmlType::Q6K),
    Iq4Nl = super::WeightFormat::Ggml(super::GgmlType::Iq4Nl),
    Iq4Xs = super::WeightFormat::Ggml(super::GgmlType::Iq4Xs),
    GgmlMxfp4 = super::WeightFormat::Ggml(super::GgmlType::Mxfp4));
types!(activations: ActivationType, ACTIVATION: Activation = F32, Bf16, E4m3, Int8);
types!(devices: DeviceType, DEVICE: DeviceKind = Cpu, Cuda);

/// Formats that device `D` multiplies with activations `A`.
#[diagnostic::on_unimplemented(
    message = "no kernel multiplies `{Self}` weights with `{A}` activations on `{D}`",
    label = "this pair is not in the table of legal pairs"
)]
pub trait LegalOn<D: DeviceType, A: ActivationType>: FormatType {}

/// A format, a type of activations and a device that have kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalPair {
    format: WeightFormat,
    activation: Activation,
    device: DeviceKind,
}

impl LegalPair {
    /// The pair of these types. One outside the table does not compile.
    pub const fn of<F: LegalOn<D, A>, A: ActivationType, D: DeviceType>() -> Self {
        Self { format: F::FORMAT, activation: A::ACTIVATION, device: D::DEVICE }
    }

    /// The pair of these values; `None` for one outside the table.
    pub fn find(format: WeightFormat, activation: Activation, device: DeviceKind) -> Option<Self> {
        let wanted = Self { format: format.kind(), activation, device };
        LEGAL_PAIRS.iter().copied().find(|pair| *pair == wanted)
    }

    pub fn format(self) -> WeightFormat {
        self.format
    }

    pub fn activation(self) -> Activation {
        self.activation
    }

    pub fn device(self) -> DeviceKind {
        self.device
    }
}

impl fmt::Display for LegalPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, activation, device } = self;
        write!(f, "{format} weights with {} activations on {}", activation.name(), device.name())
    }
}

/// The table: for each device and format, the activations that its weights are multiplied with.
macro_rules! legal_pairs {
    ($($device:ident: { $($format:ident: $($activation:ident)*;)* })*) => {
        $($($(
            impl LegalOn<devices::$device, activations::$activation> for formats::$format {}
        )*)*)*

        /// Every pair of a format and activations that has kernels, by device.
        pub static LEGAL_PAIRS: &[LegalPair] = &[$($($(
            LegalPair::of::<formats::$format, activations::$activation, devices::$device>(),
        )*)*)*];
    };
}

legal_pairs! {
    Cpu: {
        Bf16: F32 Bf16;
        F16: F32;
        F32: F32;
        Fp8Row: F32 Bf16;
        Fp8Block: F32 Bf16;
        Nvfp4: F32 Bf16;
        Mxfp4: F32 Bf16;
        Int4: F32 Int8;
        Int8: F32 Int8;
        Q4_0: F32 Int8;
        Q4_1: F32 Int8;
        Q5_0: F32 Int8;
        Q5_1: F32 Int8;
        Q8_0: F32 Int8;
        Q2K: F32 Int8;
        Q3K: F32 Int8;
        Q4K: F32 Int8;
        Q5K: F32 Int8;
        Q6K: F32 Int8;
        Iq4Nl: F32 Int8;
        Iq4Xs: F32 Int8;
        GgmlMxfp4: F32 Int8;
    }
    Cuda: {
        Bf16: F32 Bf16;
        F16: F32 Bf16;
        F32: F32 Bf16;
        Fp8Row: Bf16 E4m3;
        Fp8Block: Bf16 E4m3;
        Nvfp4: Bf16;
        Mxfp4: Bf16;
        Int4: Bf16;
        Int8: Bf16;
        Q4_0: Bf16;
        Q4_1: Bf16;
        Q5_0: Bf16;
        Q5_1: Bf16;
        Q8_0: Bf16;
        Q2K: Bf16;
        Q3K: Bf16;
        Q4K: Bf16;
        Q5K: Bf16;
        Q6K: Bf16;
        Iq4Nl: Bf16;
        Iq4Xs: Bf16;
        GgmlMxfp4: Bf16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_format_on_its_devices_and_nothing_twice() {
        for device in [DeviceKind::Cpu, DeviceKind::Cuda] {
            for format in WeightFormat::ALL {
                let found = LEGAL_PAIRS.iter().any(|p| p.device == device && p.format == format);
                assert!(found, "{format} on {}", device.name());
            }
        }
        for (i, pair) in LEGAL_PAIRS.iter().enumerate() {
            assert!(!LEGAL_PAIRS[..i].contains(pair), "{pair}");
            let found = LegalPair::find(pair.format, pair.activation, pair.device);
            assert_eq!(found, Some(*pair));
        }
        assert_eq!(LegalPair::find(WeightFormat::Mxfp4, Activation::E4m3, DeviceKind::Cpu), None);
    }
}
