//! Decode steps with calls done in one kernel, against each call in a launch of its own.

use std::path::Path;

use atlas_core::StateSpec;
use atlas_cuda::Cuda;
use atlas_model::verify::Recorded;
use atlas_model::{DirSource, LoadOptions};
use atlas_tensor::Device;

use super::{BLOCK_TOKENS, Result, Session, exact};

/// The logits of every row of a sequence fed token by token, alone and beside another, to the same
/// bits with fewer launches; what was seen. `devices` are the one that fuses and the one that does
/// not.
pub fn same_bits(folder: &Path, devices: [(&Device, &Cuda); 2], tokens: usize) -> Result<String> {
    let source = DirSource::new(folder)?;
    let ids = Recorded::open(&folder.join("oracle.safetensors"))?.ids("input_ids")?;
    let ids = &ids[..ids.len().min(tokens).min(BLOCK_TOKENS)];
    let stranger: Vec<u32> = ids.iter().rev().copied().collect();
    let (mut seen, mut recurrent) = (Vec::new(), false);
    for (dev, cuda) in devices {
        let loaded = atlas_model::load(&source, dev, &LoadOptions::default())?;
        let is_recurrent = |spec: &StateSpec| matches!(spec, StateSpec::Recurrent { .. });
        recurrent |= loaded.model.state_specs().iter().any(is_recurrent);
        let before = cuda.launches();
        let mut logits = Vec::new();
        for company in [None, Some(&*stranger)] {
            logits.extend(Session::new(&*loaded.model, dev, ids.len())?.feed(
                ids,
                &[1],
                company,
            )?);
        }
        seen.push((logits, cuda.launches() - before));
    }
    let [(together, few), (apart, many)] = &*seen else { return Err("two devices".into()) };
    exact(apart, together).map_err(|what| format!("fused: {what}"))?;
    // Every decode step of a recurrent layer has calls that go together.
    if few > many || recurrent && few == many {
        return Err(format!("nothing was fused: {few} launches, {many} one by one").into());
    }
    Ok(format!("{} steps the same bits in {few} launches for {many}", 2 * ids.len()))
}
