// Parameters of the maps of each head between queries or values and latents.
#pragma once

#include "include/common.cuh"

namespace atlas {

// A head has `head_rows` rows of `latent` elements in the weight, of which `dims` from `first` on
// are the map's. Behind the result of `absorb_queries` stand `rotated` elements of the query, from
// `dims` on.
struct HeadMapParams {
  const void* x; const void* weight; void* out;
  i64 x_row, x_head, out_row, out_head, rows, heads, head_rows, first, dims, latent, rotated;
  // Whether eight elements at a time lie on 16-byte boundaries.
  i64 aligned;
};

} // namespace atlas
