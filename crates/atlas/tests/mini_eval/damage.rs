//! Copies of the bundled checkpoint with one fault each.

use super::{Served, mini};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// Damage to one tensor.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Zeroed(&'static str),
    /// The first two matrices along the first dimension change places.
    FirstTwoSwapped(&'static str),
}

impl Fault {
    fn apply(self, weights: &mut [u8]) {
        let (length, rest) = weights.split_at_mut(8);
        let header_bytes = u64::from_le_bytes(length.try_into().unwrap()) as usize;
        let (header, data) = rest.split_at_mut(header_bytes);
        let header: Value = serde_json::from_slice(header).unwrap();
        let (Self::Zeroed(name) | Self::FirstTwoSwapped(name)) = self;
        let entry = &header[name];
        let [from, to] = [0, 1].map(|i| entry["data_offsets"][i].as_u64().unwrap() as usize);
        let tensor = &mut data[from..to];
        match self {
            Self::Zeroed(_) => tensor.fill(0),
            Self::FirstTwoSwapped(_) => {
                let one = tensor.len() / entry["shape"][0].as_u64().unwrap() as usize;
                let (first, others) = tensor.split_at_mut(one);
                first.swap_with_slice(&mut others[..one]);
            }
        }
    }

    /// Serves a copy of the bundled checkpoint with this fault, in f32.
    pub fn serve(self) -> (TempDir, Served) {
        let folder = tempfile::tempdir().unwrap();
        for file in std::fs::read_dir(mini()).unwrap().map(Result::unwrap) {
            if file.file_type().unwrap().is_file() {
                std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
            }
        }
        self.damage(&folder.path().join("model.safetensors"));
        let served = Served::start(&[folder.path().to_str().unwrap(), "--dtype", "f32"]);
        (folder, served)
    }

    fn damage(self, path: &Path) {
        let sound = std::fs::read(path).unwrap();
        let mut damaged = sound.clone();
        self.apply(&mut damaged);
        assert!(sound != damaged, "{self:?} changed nothing");
        std::fs::write(path, damaged).unwrap();
    }
}
