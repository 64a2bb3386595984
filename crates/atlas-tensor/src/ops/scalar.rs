//! Functions of one f32 that references share.

use crate::compute::Compute;

/// Logistic function in f32, the reference's.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// `x * sigmoid(x)`, the reference's.
pub(crate) fn silu(x: f32) -> f32 {
    x / (1.0 + (-x).exp())
}

/// `ln(1 + exp(x))`; over 20 that is `x` to f32 precision.
pub(crate) fn softplus(x: f32) -> f32 {
    if x > 20.0 { x } else { x.exp().ln_1p() }
}

/// `max(x, 0)^2`, NaN for NaN, the reference's.
pub(crate) fn relu_squared(x: f32) -> f32 {
    if x < 0.0 { 0.0 } else { x * x }
}

/// One output element, summed in f64 so that the reference's own error does not count.
pub(crate) fn dot(x: &[f32], w: &[f32], compute: Compute) -> f32 {
    x.iter().zip(w).map(|(&x, &w)| f64::from(compute.round(x)) * f64::from(w)).sum::<f64>() as f32
}
