//! Sources of the files of a checkpoint.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use atlas_core::git_lfs::{POINTER_BYTES_MAX, refuse_pointer};
use atlas_tensor::{StoredFile, WeightBytes};

use super::gguf::GgufModel;
use super::mapped::MappedFile;

/// The files of one checkpoint, by plain file name.
pub trait CheckpointSource: Send + Sync {
    /// The whole content of a small file; None when there is no such file.
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>>;
    /// The content of a large file, without copying it.
    fn map(&self, name: &str) -> io::Result<WeightBytes>;
    /// The file for reading parts of it; None where it is in memory.
    fn open(&self, _name: &str) -> io::Result<Option<StoredFile>> {
        Ok(None)
    }
    /// The model of a GGUF checkpoint; None where tensors are in safetensors files.
    fn gguf(&self) -> Option<&GgufModel> {
        None
    }
    /// All file names, sorted.
    fn list(&self) -> Vec<String>;
    /// Name for messages: a path or a built-in name.
    fn describe(&self) -> String;
}

/// A folder on disk.
pub struct DirSource {
    folder: PathBuf,
}

impl DirSource {
    /// Opens `folder`. Fails if it is not a folder that can be listed.
    pub fn new(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        fs::read_dir(&folder)?;
        Ok(DirSource { folder })
    }

    /// Path of a file in the folder. A name may not lead out of it.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let plain = !name.is_empty() && name != ".." && !name.contains(['/', '\\', '\0']);
        if !plain {
            let text = format!("{name:?} is not a plain file name");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        Ok(self.folder.join(name))
    }
}

impl CheckpointSource for DirSource {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        match fs::read(self.path(name)?) {
            Ok(bytes) => refuse_pointer(&bytes).map(|()| Some(Cow::Owned(bytes))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    fn map(&self, name: &str) -> io::Result<WeightBytes> {
        let path = self.path(name)?;
        let bytes = fs::metadata(&path)?.len();
        if bytes < POINTER_BYTES_MAX {
            refuse_pointer(&fs::read(&path)?)?;
        }
        if bytes == 0 {
            // An empty mapping is an error on some systems.
            return Ok(WeightBytes::from_vec(vec![]));
        }
        let map = MappedFile::open(&path)?;
        let range = 0..map.as_ref().len();
        WeightBytes::new(Arc::new(map), range).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn open(&self, name: &str) -> io::Result<Option<StoredFile>> {
        let path = self.path(name)?;
        if fs::metadata(&path)?.len() < POINTER_BYTES_MAX {
            refuse_pointer(&fs::read(&path)?)?;
        }
        StoredFile::open(name, path).map(Some)
    }

    fn list(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|e| e.path().is_file())
            .filter_map(|e| e.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    fn describe(&self) -> String {
        self.folder.display().to_string()
    }
}

/// Files that live in memory, such as the checkpoint bundled with the binary.
pub struct MemorySource {
    name: String,
    files: Vec<(String, Cow<'static, [u8]>)>,
}

impl MemorySource {
    /// `files`: (file name, content).
    pub fn new(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (impl Into<String>, impl Into<Cow<'static, [u8]>>)>,
    ) -> Self {
        let mut files: Vec<(String, Cow<'static, [u8]>)> =
            files.into_iter().map(|(n, c)| (n.into(), c.into())).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        MemorySource { name: name.into(), files }
    }

    fn find(&self, name: &str) -> Option<&Cow<'static, [u8]>> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, content)| content)
    }
}

impl CheckpointSource for MemorySource {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        Ok(self.find(name).map(|content| Cow::Borrowed(content.as_ref())))
    }

    fn map(&self, name: &str) -> io::Result<WeightBytes> {
        match self.find(name) {
            Some(Cow::Borrowed(content)) => Ok(WeightBytes::from_static(content)),
            Some(Cow::Owned(content)) => Ok(WeightBytes::from_vec(content.clone())),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self) -> Vec<String> {
        self.files.iter().map(|(name, _)| name.clone()).collect()
    }

    fn describe(&self) -> String {
        self.name.clone()
    }
}
