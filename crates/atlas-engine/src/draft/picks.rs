//! Tokens of drafts, picked as the model's own would be.

use atlas_core::{RequestId, TokenId};
use atlas_tensor::Tensor;

use crate::engine::requests::LiveRequests;
use crate::runner::picking::Picking;
use crate::sampling::{Need, RowWant};

/// Picks a token of each row of `logits[T, V]`, for these requests and positions: with the edits,
/// the mask and the random number of its position. None where that fails.
pub(super) fn pick(
    picking: &mut Picking,
    logits: &Tensor<'_>,
    requests: &mut LiveRequests,
    (ids, positions): (&[RequestId], &[u32]),
) -> Vec<Option<TokenId>> {
    let vocab_size = logits.dim(1);
    for id in ids {
        if let Some(request) = requests.get_mut(id) {
            request.state.prepare_mask(vocab_size);
        }
    }
    let want = |(id, &position): (&RequestId, &u32)| {
        let request = requests.get(id)?;
        Some(RowWant { position, need: Need::Pick(&request.state) })
    };
    let rows: Vec<RowWant<'_>> = ids.iter().zip(positions).filter_map(want).collect();
    if rows.len() != ids.len() {
        return vec![None; ids.len()];
    }
    let mut outcomes = Vec::new();
    picking.prepare(&[]);
    picking.run(logits, &rows, &mut outcomes);
    outcomes.into_iter().map(|outcome| outcome.ok().map(|outcome| outcome.token)).collect()
}

/// Advances the state of a request over a draft; false if nothing may follow it.
pub(super) fn advance(requests: &mut LiveRequests, id: RequestId, token: TokenId) -> bool {
    let Some(request) = requests.get_mut(&id) else { return false };
    matches!(request.state.accept(token, usize::MAX), Ok(None))
}
