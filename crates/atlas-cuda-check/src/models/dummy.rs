//! Dummy weights that the device makes against the same ones made on the host and uploaded.

use std::path::Path;

use atlas_model::{LoadFormat, LoadOptions, LoadedModel, MemorySource};
use atlas_tensor::Device;

use super::{Result, Session};

/// Loads the shape of `folder` both ways: the same bits of the logits of `tokens` tokens, which
/// pass every layer.
pub fn made_on_the_device(folder: &Path, dev: &Device, tokens: usize) -> Result<String> {
    let config = std::fs::read(folder.join("config.json"))?;
    let source = MemorySource::new("config.json", [("config.json", config)]);
    let run = |dummies_on_host: bool| -> Result<(Vec<f32>, LoadedModel)> {
        let load_format = LoadFormat::Dummy { seed: 5 };
        let options = LoadOptions { load_format, dummies_on_host, ..LoadOptions::default() };
        let loaded = atlas_model::load(&source, dev, &options)?;
        let vocab = loaded.model.info().vocab_size;
        let ids: Vec<u32> = (0..tokens as u32).map(|i| i * 37 % vocab).collect();
        let logits =
            Session::new(&*loaded.model, dev, ids.len())?.feed(&ids, &[ids.len()], None)?;
        Ok((logits, loaded))
    };
    let (expected, uploaded) = run(true)?;
    let (got, made) = run(false)?;
    let (bytes, all) = (made.drawn_bytes, made.model.info().weight_bytes);
    if uploaded.drawn_bytes != 0 || bytes == 0 || bytes > all {
        let uploaded = uploaded.drawn_bytes;
        return Err(format!("the device made {bytes} and {uploaded} of {all} bytes").into());
    }
    if expected.iter().any(|x| !x.is_finite()) {
        return Err("logits of dummies that are not finite".into());
    }
    match expected.iter().zip(&got).position(|(a, b)| a.to_bits() != b.to_bits()) {
        Some(at) => {
            Err(format!("logit {at} of dummies: {:e} for {:e}", got[at], expected[at]).into())
        }
        None if got.len() == expected.len() => Ok(format!(
            "dummies: {bytes} of {all} bytes made on the device, {} logits the same bits",
            got.len()
        )),
        None => Err("another number of logits".into()),
    }
}
