//! Git LFS pointers: small text files that stand where a clone without git-lfs lacks the real one.

use std::io;

/// Beginning of every pointer, by the specification of Git LFS.
const HEAD: &[u8] = b"version https://git-lfs.github.com/spec/";
/// Pointers are shorter than this, by the same specification.
pub const POINTER_BYTES_MAX: u64 = 1024;

/// Refuses a file whose content is a Git LFS pointer.
///
/// # Errors
/// `InvalidData` that says what the file is and where the real one comes from.
pub fn refuse_pointer(content: &[u8]) -> io::Result<()> {
    if (content.len() as u64) < POINTER_BYTES_MAX && content.starts_with(HEAD) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the file is a Git LFS pointer, not the data itself: run `git lfs pull` in its \
             folder, or fetch the repository with `hf download`",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_refused_and_other_text_is_not() {
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n";
        let error = refuse_pointer(pointer).unwrap_err().to_string();
        assert!(error.contains("git lfs pull"), "{error}");
        let longer = [&pointer[..], &[b' '; 1024]].concat();
        for text in [&b"{}"[..], b"", b"version 1", &longer] {
            refuse_pointer(text).unwrap();
        }
    }
}
