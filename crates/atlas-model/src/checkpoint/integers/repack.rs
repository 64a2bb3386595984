//! From packed integers to rows of codes, tile by tile and on threads.

use std::thread;

use atlas_tensor::weights::GroupWord;

/// Rows that one tile has. A block of threads' work is a multiple of it.
const TILE_ROWS: usize = 64;
/// Bytes of a row in a tile.
const TILE_BYTES: usize = 64;
/// Codes in a word of AWQ.
const PER_WORD: usize = 8;
/// Output, of eight in a row, that each place in a word of AWQ holds, the lowest bits first.
const OUTPUTS: [usize; PER_WORD] = [0, 2, 4, 6, 1, 3, 5, 7];
/// Place in a word of AWQ that holds each output.
const PLACES: [usize; PER_WORD] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Codes of a matrix `[n, k]` as a checkpoint packs them into 32-bit words, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// `[k / codes of a word, n]`: consecutive inputs in a word, the first in the lowest bits.
    Inputs,
    /// `[k, n / 8]`: eight outputs in a word, in the order of [`OUTPUTS`].
    Outputs,
    /// `[n, k / codes of a word]`: rows of codes.
    Rows,
}

/// A packed matrix.
#[derive(Clone, Copy)]
pub(super) struct PackedCodes<'a> {
    pub packing: Packing,
    pub bits: u32,
    pub n: usize,
    pub k: usize,
    pub words: &'a [u8],
}

impl PackedCodes<'_> {
    /// Words of a line: of a row of `words`.
    fn line(&self) -> usize {
        match self.packing {
            Packing::Inputs => self.n,
            Packing::Outputs => self.n.div_ceil(PER_WORD),
            Packing::Rows => self.k.div_ceil(per_word(self.bits)),
        }
    }

    /// The code at row `i`, column `j`.
    pub fn code(&self, i: usize, j: usize) -> u8 {
        let (at, place) = match self.packing {
            Packing::Inputs => {
                let of = per_word(self.bits);
                (j / of * self.line() + i, j % of)
            }
            Packing::Outputs => (j * self.line() + i / PER_WORD, PLACES[i % PER_WORD]),
            Packing::Rows => {
                let of = per_word(self.bits);
                (i * self.line() + j / of, j % of)
            }
        };
        field(self.word(at), self.bits, place)
    }

    fn word(&self, at: usize) -> u32 {
        word(self.words, at)
    }

    /// Writes rows of codes of `row_bytes` each, those of 4 bits two a byte. `columns`: the column
    /// that each input goes to, where that is not its own.
    pub fn unpack(
        &self,
        columns: Option<&[usize]>,
        row_bytes: usize,
        threads: usize,
        out: &mut [u8],
    ) {
        by_rows(threads, row_bytes, out, |first, rows| match (self.packing, columns) {
            (_, Some(columns)) => self.scatter(columns, first, row_bytes, rows),
            (Packing::Inputs, None) => self.turn(first, row_bytes, rows),
            (Packing::Outputs, None) => self.part(first, row_bytes, rows),
            (Packing::Rows, None) => {
                for (i, row) in rows.chunks_exact_mut(row_bytes).enumerate() {
                    row.copy_from_slice(&self.words[(first + i) * self.line() * 4..][..row_bytes]);
                }
            }
        });
    }

    /// Transposes words of [`Packing::Inputs`]: their bytes are those of a row.
    fn turn(&self, first: usize, row_bytes: usize, rows: &mut [u8]) {
        let count = rows.len() / row_bytes;
        for (t, start) in (0..row_bytes).step_by(TILE_BYTES).enumerate() {
            let mut tile = [[0; TILE_BYTES]; TILE_ROWS];
            let lines = t * TILE_BYTES / 4..((t + 1) * TILE_BYTES / 4).min(row_bytes.div_ceil(4));
            for (i, line) in lines.enumerate() {
                let words = &self.words[(line * self.n + first) * 4..][..count * 4];
                for (row, word) in tile.iter_mut().zip(words.as_chunks::<4>().0) {
                    row[4 * i..][..4].copy_from_slice(word);
                }
            }
            put(&tile, start, row_bytes, rows);
        }
    }

    /// Takes words of [`Packing::Outputs`] apart.
    fn part(&self, first: usize, row_bytes: usize, rows: &mut [u8]) {
        let count = rows.len() / row_bytes;
        for start in (0..row_bytes).step_by(TILE_BYTES) {
            let mut tile = [[0; TILE_BYTES]; TILE_ROWS];
            for j in 2 * start..(2 * (start + TILE_BYTES)).min(self.k) {
                let line = j * self.line() + first / PER_WORD;
                for (w, rows) in tile.chunks_exact_mut(PER_WORD).enumerate() {
                    if w * PER_WORD >= count {
                        break;
                    }
                    let word = self.word(line + w);
                    for (place, output) in OUTPUTS.into_iter().enumerate() {
                        rows[output][j / 2 - start] |= field(word, 4, place) << (j % 2 * 4);
                    }
                }
            }
            put(&tile, start, row_bytes, rows);
        }
    }

    /// Moves every code to its column.
    fn scatter(&self, columns: &[usize], first: usize, row_bytes: usize, rows: &mut [u8]) {
        rows.fill(0);
        for (j, &column) in columns.iter().enumerate() {
            for (i, row) in rows.chunks_exact_mut(row_bytes).enumerate() {
                let code = self.code(first + i, j);
                match self.bits {
                    4 => row[column / 2] |= code << (column % 2 * 4),
                    _ => row[column] = code,
                }
            }
        }
    }
}

/// Codes in a word.
pub(super) fn per_word(bits: u32) -> usize {
    (32 / bits) as usize
}

/// The word at index `at` of little-endian bytes.
pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[4 * at..][..4]);
    u32::from_le_bytes(word)
}

/// The `place`-th field of `bits` in a word, the lowest bits first.
pub(super) fn field(word: u32, bits: u32, place: usize) -> u8 {
    (word >> (bits as usize * place) & ((1 << bits) - 1)) as u8
}

/// The zero of output `i` in a row of words of AWQ.
pub(super) fn awq_field(bytes: &[u8], line: usize, i: usize) -> u8 {
    field(word(bytes, line + i / PER_WORD), 4, PLACES[i % PER_WORD])
}

/// Writes a word of scale and zero for each group of each row; both are `[n, groups]`. Every scale
/// fits its word, which the caller has checked.
pub(super) fn group_words(
    (scales, zeros): (&[f32], &[u16]),
    groups: usize,
    threads: usize,
    out: &mut [u8],
) {
    by_rows(threads, 4 * groups, out, |first, rows| {
        let pairs = scales[first * groups..].iter().zip(&zeros[first * groups..]);
        for (to, (&scale, &zero)) in rows.as_chunks_mut::<4>().0.iter_mut().zip(pairs) {
            *to = GroupWord::new(scale, u32::from(zero)).map_or([0; 4], GroupWord::to_le_bytes);
        }
    });
}

/// Runs `fill` on threads over blocks of rows; it gets the index of the first row and the rows, at
/// most [`TILE_ROWS`] of them.
pub(super) fn by_rows(
    threads: usize,
    row_bytes: usize,
    out: &mut [u8],
    fill: impl Fn(usize, &mut [u8]) + Sync,
) {
    if row_bytes == 0 || out.is_empty() {
        return;
    }
    let rows = out.len() / row_bytes;
    let share = rows.div_ceil(threads.max(1)).next_multiple_of(TILE_ROWS);
    thread::scope(|scope| {
        for (i, part) in out.chunks_mut(share * row_bytes).enumerate() {
            let fill = &fill;
            scope.spawn(move || {
                for (tile, rows) in part.chunks_mut(TILE_ROWS * row_bytes).enumerate() {
                    fill(i * share + tile * TILE_ROWS, rows);
                }
            });
        }
    });
}

/// Copies the bytes of a tile to rows, from byte `start` of each on.
fn put(tile: &[[u8; TILE_BYTES]; TILE_ROWS], start: usize, row_bytes: usize, rows: &mut [u8]) {
    let len = TILE_BYTES.min(row_bytes - start);
    for (from, row) in tile.iter().zip(rows.chunks_exact_mut(row_bytes)) {
        row[start..][..len].copy_from_slice(&from[..len]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every packing of the same codes, over the edges of tiles and of threads, against the code
    /// that [`PackedCodes::code`] finds.
    #[test]
    fn unpacked_rows_hold_every_code_at_its_column() {
        for (packing, bits) in [
            (Packing::Inputs, 4),
            (Packing::Inputs, 8),
            (Packing::Outputs, 4),
            (Packing::Rows, 4),
            (Packing::Rows, 8),
        ] {
            for (n, k) in [(8, 8), (136, 264), (72, 136), (200, 24)] {
                let words: Vec<u8> = (0..n * k * bits as usize / 8)
                    .map(|i| (i as u32).wrapping_mul(2_654_435_761).to_le_bytes()[2])
                    .collect();
                let codes = PackedCodes { packing, bits, n, k, words: &words };
                let row_bytes = k * bits as usize / 8;
                let order: Vec<usize> = (0..k).map(|j| (j * 5 + 3) % k).collect();
                for columns in [None, Some(&order[..])] {
                    let mut out = vec![0xa5; n * row_bytes];
                    codes.unpack(columns, row_bytes, 3, &mut out);
                    for (i, j) in (0..n).flat_map(|i| (0..k).map(move |j| (i, j))) {
                        let column = columns.map_or(j, |columns| columns[j]);
                        let found = match bits {
                            4 => out[i * row_bytes + column / 2] >> (column % 2 * 4) & 15,
                            _ => out[i * row_bytes + column],
                        };
                        assert_eq!(found, codes.code(i, j), "{packing:?} {bits} {i} {j}");
                    }
                }
            }
        }
    }
}
