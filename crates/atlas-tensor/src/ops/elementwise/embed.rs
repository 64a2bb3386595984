//! Token embedding: `out[t] = table[ids[t]]`, widened exactly.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::TensorMut;
use crate::weights::{Weight, WeightFormat};

pub struct Embed;

/// `ids[T]`, `table[V, H]` to `out[T, H]`.
pub struct EmbedArgs<'a> {
    pub ids: Slice<'a, u32>,
    pub table: &'a Weight,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct EmbedNeed {
    pub format: WeightFormat,
}

impl Op for Embed {
    const NAME: &'static str = "embed";
    type Args<'a> = EmbedArgs<'a>;
    type Need = EmbedNeed;

    fn check(args: &EmbedArgs<'_>) {
        assert_eq!(args.out.shape(), [args.ids.len(), args.table.k()], "embed: out");
        let vocab = args.table.n();
        // Ids in device memory cannot be checked here; the kernel writes NaN for a large one.
        for &id in args.ids.on_host().unwrap_or_default() {
            assert!((id as usize) < vocab, "embed: token id {id} of a vocabulary of {vocab}");
        }
    }

    fn cost(args: &EmbedArgs<'_>) -> Cost {
        let elements = args.ids.len() * args.table.k();
        let row_bytes = args.table.format().row_bytes(args.table.k());
        Cost::of(elements, 0).and_bytes(args.ids.len() * row_bytes)
    }

    fn reference(mut args: EmbedArgs<'_>, _compute: Compute) {
        for (t, &id) in args.ids.iter().enumerate() {
            args.table.row_f32(id as usize, args.out.row_f32_mut(t));
        }
    }
}
