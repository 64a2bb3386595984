//! Instruction sets that the kernels may use.

use std::fmt;

/// A set of instructions. Later ones include the earlier: `Portable` < `Avx2` (with FMA and F16C)
/// < `Avx512` (F, BW, DQ, VL) < `Avx512Vnni` (8-bit dot product) < `Avx512Bf16` (bf16 dot product
/// and VBMI; every CPU that has the bf16 dot product has the 8-bit one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Isa {
    Portable,
    Avx2,
    Avx512,
    Avx512Vnni,
    Avx512Bf16,
}

impl Isa {
    /// Every set, widest first.
    pub const ALL: [Isa; 5] =
        [Isa::Avx512Bf16, Isa::Avx512Vnni, Isa::Avx512, Isa::Avx2, Isa::Portable];

    /// The widest set this CPU has.
    pub fn detect() -> Self {
        Self::ALL.into_iter().find(|isa| isa.is_available()).unwrap_or(Self::Portable)
    }

    /// The set of that name, as [`Self::name`] spells it.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|isa| isa.name() == name)
    }

    /// The sets this CPU has, widest first.
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available()).collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512Bf16 => "avx512bf16",
            Self::Avx512Vnni => "avx512vnni",
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Whether kernels that use `other` run where `self` is available.
    pub fn includes(self, other: Self) -> bool {
        self >= other
    }

    /// Whether this CPU has the set.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let vnni = is_x86_feature_detected!("avx512vnni");
        match self {
            Self::Portable => true,
            Self::Avx2 => avx2,
            Self::Avx512 => avx512,
            Self::Avx512Vnni => avx512 && vnni,
            Self::Avx512Bf16 => {
                avx512
                    && vnni
                    && is_x86_feature_detected!("avx512bf16")
                    && is_x86_feature_detected!("avx512vbmi")
            }
        }
    }

    /// Whether this CPU has the set.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Self::Portable
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_sets_nest() {
        for isa in Isa::ALL {
            assert_eq!(Isa::parse(isa.name()), Some(isa));
            assert!(isa.includes(Isa::Portable));
        }
        assert!(!Isa::Avx2.includes(Isa::Avx512));
        assert_eq!(Isa::parse("sse9"), None);
        assert!(Isa::available().contains(&Isa::detect()));
        assert_eq!(Isa::available().last(), Some(&Isa::Portable));
    }
}
