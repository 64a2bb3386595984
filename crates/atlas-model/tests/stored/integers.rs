//! Matrices of integers as GPTQ, AWQ and compressed-tensors store them, against the values that
//! `data/integers.py` computes for them.

use std::sync::Arc;

use atlas_model::checkpoint::{
    Access, DummyFill, Plainer, TensorTable, WeightOrigin, WeightStore, Weights, Widen,
    read_metadata,
};
use atlas_model::config::QuantRecipe;
use atlas_model::{DirSource, LoadError};
use atlas_tensor::{Weight, WeightFormat};
use serde_json::{Value, json};

use super::common::{Checkpoint, StoredTensor, Tensors, read_tensors};

const MODULE: &str = "model.layers.0.self_attn.q_proj";

/// The linear of one case as a checkpoint, with its values `[n, k]`.
pub struct Case {
    pub checkpoint: Checkpoint,
    pub shape: [usize; 2],
    values: Vec<f32>,
}

/// Every case by name.
pub fn cases() -> Vec<(String, Case)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/integers.safetensors");
    let file = std::fs::read(path).expect("the data");
    let configs = read_metadata(&file, "configs").expect("a header").expect("configs");
    let configs: Value = serde_json::from_str(&configs).expect("JSON");
    let tensors = read_tensors(&file);
    let each = configs.as_object().expect("configs").iter().map(|(name, config)| {
        let mut parts = Tensors::new();
        for (full, tensor) in &tensors {
            let Some(part) = full.strip_prefix(&format!("{name}.")) else { continue };
            let (dtype, shape) = (tensor.dtype.clone(), tensor.shape.clone());
            let copy = StoredTensor { dtype, shape, bytes: tensor.bytes.clone() };
            parts.insert(format!("{MODULE}.{part}"), copy);
        }
        let values = parts.remove(&format!("{MODULE}.values")).expect("values");
        let config = json!({ "quantization_config": config });
        let mut checkpoint = Checkpoint { config, files: vec![] };
        checkpoint.edit(|tensors| *tensors = parts);
        let of = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let shape = [values.shape[0], values.shape[1]];
        let values = values.bytes.chunks_exact(4).map(of).collect();
        (name.clone(), Case { checkpoint, shape, values })
    });
    each.collect()
}

impl Case {
    /// The weight, or the problems of reading it. `dequantise` widens it to bf16.
    pub fn read(&self, access: Access, dequantise: bool) -> Result<Weight, String> {
        self.noted(access, dequantise).map(|(weight, _)| weight)
    }

    /// The same, with the notes on matrices that are held in a wider format than stored.
    fn noted(&self, access: Access, dequantise: bool) -> Result<(Weight, Vec<Plainer>), String> {
        let folder = super::written(&self.checkpoint);
        let source = DirSource::new(folder.path()).expect("folder");
        let table = TensorTable::open(&source, false, access);
        let origin = WeightOrigin::Files(table.map_err(|e: LoadError| e.to_string())?);
        self.of(origin, true, dequantise)
    }

    fn of(
        &self,
        origin: WeightOrigin,
        run: bool,
        dequantise: bool,
    ) -> Result<(Weight, Vec<Plainer>), String> {
        let root = self.checkpoint.config.as_object().expect("an object");
        let recipe = QuantRecipe::read(root, None, &[]).map_err(|e| e.to_string())?;
        let layers = dequantise.then_some(0).into_iter().collect();
        let store = WeightStore::new(origin, run, None);
        let store = store
            .quantised_by((recipe.map(Arc::new), Widen { layers, ..Widen::default() }))
            .with_threads(2);
        let [n, k] = self.shape;
        let weight = Weights::root(&store).at(MODULE).matrix("weight", n, k);
        store.finish().map_err(|problems| problems.to_string())?;
        Ok((weight, store.plainer()))
    }
}

/// Elements in the order of the model's inputs.
fn elements(weight: &Weight) -> Vec<f32> {
    let mut values = weight.to_f32();
    if let Some(order) = weight.input_order() {
        for row in values.chunks_exact_mut(weight.k()) {
            let columns = row.to_vec();
            order.iter().zip(columns).for_each(|(&input, value)| row[input as usize] = value);
        }
    }
    values
}

#[test]
fn integers_of_every_method_have_the_values_of_their_exporter() {
    let cases = cases();
    assert!(cases.len() >= 20);
    for (name, case) in &cases {
        for access in [Access::Map, Access::Read] {
            let (weight, notes) =
                case.noted(access, false).unwrap_or_else(|e| panic!("{name}: {e}"));
            // In files they are only where nothing has to be moved.
            let weight = weight.read().expect("it is read");
            assert!(elements(&weight) == case.values, "{name}, {access:?}: other values");
            let is_wide = ["f32_scales", "uneven"].iter().any(|end| name.ends_with(end));
            assert_eq!(weight.format() == WeightFormat::F32, is_wide, "{name}: {weight:?}");
            let word = if name.ends_with("uneven") { "g_idx" } else { "14 bits" };
            let is_noted = notes.iter().any(|note| note.why.contains(word));
            assert_eq!((is_noted, notes.len()), (is_wide, usize::from(is_wide)), "{name}");
            let is_ordered = name.ends_with("act_order");
            assert_eq!(weight.input_order().is_some(), is_ordered, "{name}");
            let (widened, notes) = case.noted(access, true).expect("it is widened");
            assert!(notes.is_empty(), "{name}: {notes:?}");
            if !is_wide {
                assert_eq!(widened.format(), WeightFormat::Bf16, "{name}");
                assert!(widened.input_order().is_none(), "{name}");
                let rounded = |x: &f32| half::bf16::from_f32(*x).to_f32();
                let expected: Vec<f32> = case.values.iter().map(rounded).collect();
                assert!(widened.to_f32() == expected, "{name}: widened to other values");
            }
        }
    }
}

/// A model that is not run, and one of random weights, have the formats of the files.
#[test]
fn integers_without_values_have_the_same_formats() {
    for (name, case) in &cases() {
        let weight = case.read(Access::Map, false).expect("it is read");
        let folder = super::written(&case.checkpoint);
        let source = DirSource::new(folder.path()).expect("folder");
        let table = TensorTable::open(&source, false, Access::Map).expect("tensors");
        let (shape, _) = case.of(WeightOrigin::Files(table), false, false).expect("it is checked");
        assert_eq!(shape.format(), weight.format(), "{name}");
        assert_eq!(shape.input_order(), weight.input_order(), "{name}");
        let dummy = WeightOrigin::Dummy(DummyFill::new(1, 1));
        let (dummy, _) = case.of(dummy, true, false).expect("it is made");
        if weight.format() != WeightFormat::F32 {
            assert_eq!(dummy.format(), weight.format(), "{name}");
        }
    }
}
