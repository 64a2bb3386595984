//! The two ends of a model: its embedding and its head.

use atlas_tensor::ops::{Embed, EmbedArgs, PickRows, PickRowsArgs};
use atlas_tensor::{Kernel, Slice, Tensor, TensorMut, Weight};

use super::linear::Linear;
use crate::model::Cx;

/// Embedding and head of a model.
pub struct Ends<'a> {
    pub(super) embedding: &'a Weight,
    pub(super) embed: &'a Kernel<Embed>,
    pub(super) head: &'a Linear,
    pub(super) pick: &'a Kernel<PickRows>,
}

impl Ends<'_> {
    /// Embeddings of the tokens `ids[T]`, `out[T, H]`.
    pub fn embed(&self, cx: &Cx<'_>, ids: Slice<'_, u32>, out: TensorMut<'_>) {
        self.embed.run(cx.dev, EmbedArgs { ids, table: self.embedding, out });
    }

    /// Logits of the rows `wanted[W]` of normed hidden states `x[T, H]`, `out[W, V]`.
    pub fn logits(
        &self,
        cx: &Cx<'_>,
        (x, wanted): (Tensor<'_>, Slice<'_, u32>),
        out: TensorMut<'_>,
    ) {
        let frame = cx.scratch.frame();
        let mut rows = frame.alloc(&[wanted.len(), x.dim(1)]);
        self.pick.run(cx.dev, PickRowsArgs { x, rows: Some(wanted), out: rows.reborrow() });
        self.head.forward(cx, rows.as_ref(), out);
    }
}
