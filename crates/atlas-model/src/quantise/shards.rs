//! Weight files that are written tensor by tensor, in any order.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::os::unix::fs::FileExt;

use serde_json::{Map, Value, json};

use super::error::QuantiseError;
use super::staging::Staging;
use crate::checkpoint::StoredType;

/// Alignment of the data in a file, as the format's own library has it.
const ALIGNMENT: usize = 8;

/// A tensor of the result.
pub(super) struct NewTensor {
    pub name: String,
    pub dtype: StoredType,
    pub shape: Vec<usize>,
    pub bytes: u64,
}

impl NewTensor {
    pub fn new(name: String, dtype: StoredType, shape: Vec<usize>) -> Self {
        let bits = dtype.bits().unwrap_or(8);
        let bytes = (shape.iter().product::<usize>() as u64 * bits).div_ceil(8);
        Self { name, dtype, shape, bytes }
    }
}

struct Shard {
    name: String,
    file: File,
}

struct Place {
    shard: usize,
    /// The first byte, counted from the start of the file.
    at: u64,
    bytes: u64,
}

/// The weight files of the result.
pub(super) struct Shards {
    shards: Vec<Shard>,
    places: HashMap<String, Place>,
    data_bytes: u64,
}

impl Shards {
    /// Creates the files with their headers and reserves their room: `tensors` in their order, in
    /// files of up to `limit` bytes.
    ///
    /// # Errors
    /// A file cannot be written, for instance since the disk is full.
    pub fn create(
        staging: &Staging,
        tensors: Vec<NewTensor>,
        limit: u64,
    ) -> Result<Self, QuantiseError> {
        let mut files: Vec<(u64, Vec<NewTensor>)> = vec![];
        let data_bytes = tensors.iter().map(|t| t.bytes).sum();
        for tensor in tensors {
            match files.last_mut() {
                Some((bytes, list)) if *bytes + tensor.bytes <= limit => {
                    *bytes += tensor.bytes;
                    list.push(tensor);
                }
                _ => files.push((tensor.bytes, vec![tensor])),
            }
        }
        let count = files.len();
        let mut all = Self { shards: vec![], places: HashMap::new(), data_bytes };
        for (at, (_, tensors)) in files.into_iter().enumerate() {
            let name = match count {
                1 => "model.safetensors".to_owned(),
                _ => format!("model-{:05}-of-{count:05}.safetensors", at + 1),
            };
            all.add(staging, name, tensors)?;
        }
        Ok(all)
    }

    fn add(
        &mut self,
        staging: &Staging,
        name: String,
        mut tensors: Vec<NewTensor>,
    ) -> Result<(), QuantiseError> {
        // Wide elements first: each tensor then lies at a multiple of its elements' width.
        tensors.sort_by_key(|t| std::cmp::Reverse(t.dtype.bits()));
        let mut header = Map::from_iter([("__metadata__".to_owned(), json!({"format": "pt"}))]);
        let mut end = 0;
        for tensor in &tensors {
            let offsets = [end, end + tensor.bytes];
            end = offsets[1];
            let entry = json!({
                "dtype": tensor.dtype.to_string(), "shape": tensor.shape, "data_offsets": offsets,
            });
            header.insert(tensor.name.clone(), entry);
        }
        let mut head = Value::Object(header).to_string().into_bytes();
        head.resize(head.len().next_multiple_of(ALIGNMENT), b' ');
        let file = staging.create(&name)?;
        let mut at = (ALIGNMENT + head.len()) as u64;
        let written = reserve(&file, at + end)
            .and_then(|()| file.write_all_at(&(head.len() as u64).to_le_bytes(), 0))
            .and_then(|()| file.write_all_at(&head, ALIGNMENT as u64));
        written.map_err(|error| staging.error(&name, error))?;
        let shard = self.shards.len();
        for NewTensor { name, bytes, .. } in tensors {
            self.places.insert(name, Place { shard, at, bytes });
            at += bytes;
        }
        self.shards.push(Shard { name, file });
        Ok(())
    }

    /// Number of files.
    pub fn count(&self) -> usize {
        self.shards.len()
    }

    /// Bytes of all tensors.
    pub fn data_bytes(&self) -> u64 {
        self.data_bytes
    }

    /// Writes bytes of tensor `name` from byte `from` of it on.
    ///
    /// # Errors
    /// The file cannot be written.
    ///
    /// # Panics
    /// On a tensor that was not announced, and on bytes that it does not have.
    pub fn write(
        &self,
        staging: &Staging,
        name: &str,
        from: u64,
        bytes: &[u8],
    ) -> Result<(), QuantiseError> {
        let place = &self.places[name];
        assert!(from + bytes.len() as u64 <= place.bytes, "{name}: more bytes than announced");
        let Shard { name, file } = &self.shards[place.shard];
        file.write_all_at(bytes, place.at + from).map_err(|error| staging.error(name, error))
    }

    /// Brings the files to the disk, and writes the index of several.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(self, staging: &Staging) -> Result<(), QuantiseError> {
        for Shard { name, file } in &self.shards {
            file.sync_all().map_err(|error| staging.error(name, error))?;
        }
        if self.shards.len() == 1 {
            return Ok(());
        }
        let places: BTreeMap<_, _> = self
            .places
            .iter()
            .map(|(name, place)| (name, &self.shards[place.shard].name))
            .collect();
        let index = json!({"metadata": {"total_size": self.data_bytes}, "weight_map": places});
        staging.write("model.safetensors.index.json", format!("{index:#}\n").as_bytes())
    }
}

/// Gives the file its length, with room on the disk where the file system can promise it.
fn reserve(file: &File, bytes: u64) -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        match fallocate(file, FallocateFlags::empty(), 0, bytes) {
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => {}
            reserved => return Ok(reserved?),
        }
    }
    file.set_len(bytes)
}
