//! The use of a tensor in its model.

/// Use of a tensor. Files give its values; dummy weights are drawn from a distribution of the role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A matrix or convolution of a linear map.
    Matrix,
    /// A norm that multiplies by its weight.
    Norm,
    /// A norm that multiplies by 1 + its weight.
    ZeroCentredNorm,
    Bias,
    /// Logarithm of a decay rate.
    DecayLog,
    /// Offset of a time step before softplus.
    StepOffset,
}
