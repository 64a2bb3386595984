//! Mapped files, and the end of the process if one of them loses pages that are in use.
//!
//! A page of a mapped file that cannot be read, since the file was shortened or its disk has
//! failed, raises SIGBUS in the thread that reads it. The handler names the file and ends the
//! process with [`EXIT_STATUS`]; other causes of the signal keep the action they had before.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Exit status of a process that could not read a mapped file: `EX_IOERR` of sysexits.h.
pub const EXIT_STATUS: i32 = 74;

/// A file in memory, listed for the handler as long as it is mapped.
#[derive(Debug)]
pub struct MappedFile {
    map: Mmap,
    #[cfg(unix)]
    _listed: Option<listed::Listed>,
}

impl MappedFile {
    /// Maps a file that is not empty.
    ///
    /// # Errors
    /// The file cannot be opened or mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the mapping is read-only and private to this process. A file that another
        // process shortens while it is mapped ends this process, by the handler; it cannot be
        // read as anything but the bytes it holds.
        let map = unsafe { Mmap::map(&file)? };
        #[cfg(unix)]
        let _listed = listed::Listed::new(map.as_ptr() as usize, map.len(), path);
        Ok(Self {
            map,
            #[cfg(unix)]
            _listed,
        })
    }
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        &self.map
    }
}

/// The list of mapped files and the handler that reads it.
#[cfg(unix)]
mod listed {
    use super::EXIT_STATUS;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::sync::Once;
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
    use std::{mem, ptr};

    /// Most files that are listed at a time; a checkpoint has fewer shards.
    const FILES_MAX: usize = 1024;

    /// An entry of the list. It is free while `end` is 0.
    struct Entry {
        start: AtomicUsize,
        end: AtomicUsize,
        name: AtomicPtr<u8>,
        name_len: AtomicUsize,
    }

    static FILES: [Entry; FILES_MAX] = [const {
        Entry {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            name: AtomicPtr::new(ptr::null_mut()),
            name_len: AtomicUsize::new(0),
        }
    }; FILES_MAX];

    /// Marks an entry that is being filled: no address lies in it.
    const TAKEN: usize = 1;

    /// The action that the signal had before.
    static BEFORE: AtomicPtr<libc::sigaction> = AtomicPtr::new(ptr::null_mut());

    /// An entry of a mapped file, given back when dropped.
    #[derive(Debug)]
    pub struct Listed {
        at: usize,
        /// The entry points to it.
        _name: Box<[u8]>,
    }

    impl Listed {
        /// Lists `len` bytes from address `start` on as those of the file at `path`. `None` if the
        /// list is full: the signal then has its former action.
        pub fn new(start: usize, len: usize, path: &Path) -> Option<Self> {
            static REGISTERED: Once = Once::new();
            REGISTERED.call_once(register);
            let name: Box<[u8]> = path.as_os_str().as_bytes().into();
            let at = FILES.iter().position(|entry| {
                let (success, failure) = (Ordering::AcqRel, Ordering::Relaxed);
                entry.end.compare_exchange(0, TAKEN, success, failure).is_ok()
            })?;
            let entry = &FILES[at];
            entry.name.store(name.as_ptr().cast_mut(), Ordering::Relaxed);
            entry.name_len.store(name.len(), Ordering::Relaxed);
            entry.start.store(start, Ordering::Relaxed);
            // The handler reads the others only after it has seen this one.
            entry.end.store(start + len, Ordering::Release);
            Some(Self { at, _name: name })
        }
    }

    impl Drop for Listed {
        fn drop(&mut self) {
            FILES[self.at].end.store(0, Ordering::Release);
        }
    }

    /// Puts the handler in place and keeps the former action.
    fn register() {
        // SAFETY: an action of zeros is a valid one; both are passed as live, initialised values,
        // and the handler calls nothing but functions that are safe in a signal handler.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            let handler: extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void) = handle;
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            let before: &mut libc::sigaction = Box::leak(Box::new(mem::zeroed()));
            if libc::sigaction(libc::SIGBUS, ptr::null(), before) == 0 {
                BEFORE.store(before, Ordering::Release);
                libc::sigaction(libc::SIGBUS, &action, ptr::null_mut());
            }
        }
    }

    /// Ends the process if the address is one of a listed file. Else the former action is put back
    /// and the instruction, which runs again, meets it.
    extern "C" fn handle(_: i32, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the kernel passes a valid `siginfo_t` to a handler with SA_SIGINFO, and SIGBUS
        // has an address in it.
        let address = unsafe { (*info).si_addr() } as usize;
        for entry in &FILES {
            let end = entry.end.load(Ordering::Acquire);
            let start = entry.start.load(Ordering::Relaxed);
            // Mappings are whole pages: the last may go on behind the file's end.
            if end > TAKEN && address >= start && address < end {
                let name = entry.name.load(Ordering::Relaxed);
                let name_len = entry.name_len.load(Ordering::Relaxed);
                // SAFETY: the entry was filled before its end was, and its file is mapped, since a
                // thread reads it; so the name is live.
                say(unsafe { std::slice::from_raw_parts(name, name_len) });
            }
        }
        let before = BEFORE.load(Ordering::Acquire);
        // SAFETY: the pointer is null, which asks for nothing, or a leaked action.
        unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
    }

    /// Writes the message and ends the process.
    fn say(name: &[u8]) -> ! {
        let parts = [
            &b"atlas: cannot read the mapped file "[..],
            name,
            b": it was shortened or its disk failed while it was in use; \
              restore the file and start again\n",
        ];
        for part in parts {
            // SAFETY: the bytes are live. A message that cannot be written is lost.
            unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
        }
        // SAFETY: ends the process without running anything of it.
        unsafe { libc::_exit(EXIT_STATUS) }
    }
}
