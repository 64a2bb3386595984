//! The precision that linears read their inputs in.

/// The precision of the inputs of linears: `Bf16` rounds them to bf16, `F32` leaves them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compute {
    F32,
    Bf16,
}

impl Compute {
    /// `x` as a linear reads it.
    pub fn round(self, x: f32) -> f32 {
        match self {
            Self::F32 => x,
            Self::Bf16 => half::bf16::from_f32(x).to_f32(),
        }
    }
}
