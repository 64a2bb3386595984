//! Elements that are computed from their place instead of read: the values of made-up weights.
//!
//! Element `i` of the stream `key` is `values[word]`, where `word` are the 16 bits from bit `16 (i
//! mod 4)` on of `mix(key + i / 4)`, and `mix` is the finaliser of SplitMix64 (Steele, Lea and
//! Flood 2014) over a counter. No element depends on another: any of them can be computed anywhere,
//! and a device's kernel gives the same bits as [`Draws::make`].

use std::ops::Range;
use std::sync::Arc;

/// Values that elements are drawn from: as many as 16 bits tell apart.
pub const VALUE_COUNT: usize = 1 << 16;
/// Elements of one 64-bit draw.
const PER_DRAW: usize = 4;

/// The values that elements are drawn from, all equally likely, as the bits of 16-bit elements.
pub struct Values(Box<[u16]>);

impl Values {
    /// `value` of 0 to [`VALUE_COUNT`].
    pub fn from_fn(value: impl FnMut(usize) -> u16) -> Self {
        Self((0..VALUE_COUNT).map(value).collect())
    }

    /// All [`VALUE_COUNT`] of them.
    pub fn bits(&self) -> &[u16] {
        &self.0
    }
}

/// An endless stream of 16-bit elements.
#[derive(Clone)]
pub struct Draws {
    key: u64,
    values: Arc<Values>,
}

impl Draws {
    pub fn new(key: u64, values: Arc<Values>) -> Self {
        Self { key, values }
    }

    /// Key that distinguishes the stream from others over the same values.
    pub fn key(&self) -> u64 {
        self.key
    }

    pub fn values(&self) -> &Arc<Values> {
        &self.values
    }

    /// Writes the elements from `first` on. Where it is called for parts of a stream, whole draws
    /// of four elements are cheapest.
    pub fn make(&self, first: u64, out: &mut [u16]) {
        let values = self.values.bits();
        let skipped = (first % PER_DRAW as u64) as usize;
        let head = out.len().min((PER_DRAW - skipped) % PER_DRAW);
        let (head, rest) = out.split_at_mut(head);
        let mut draw = first / PER_DRAW as u64;
        if !head.is_empty() {
            put(head, values, self.word(draw) >> (16 * skipped));
            draw += 1;
        }
        for four in rest.chunks_mut(PER_DRAW) {
            put(four, values, self.word(draw));
            draw += 1;
        }
    }

    fn word(&self, draw: u64) -> u64 {
        mix(self.key.wrapping_add(draw))
    }

    fn is(&self, other: &Self) -> bool {
        self.key == other.key && Arc::ptr_eq(&self.values, &other.values)
    }
}

fn put(out: &mut [u16], values: &[u16], word: u64) {
    for (j, element) in out.iter_mut().enumerate() {
        *element = values[usize::from((word >> (16 * j)) as u16)];
    }
}

/// The finaliser of the SplitMix64 generator: a bijection whose outputs over a counter look random.
fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A tensor's elements as runs of a stream, one after the other: the tensor without its memory.
#[derive(Clone)]
pub struct Runs {
    draws: Draws,
    runs: Vec<Range<u64>>,
}

impl Runs {
    /// The elements `run` of `draws`.
    pub fn new(draws: Draws, run: Range<u64>) -> Self {
        let mut runs = Self { draws, runs: Vec::new() };
        runs.push(run);
        runs
    }

    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// Runs that are not empty and do not go on from one another.
    pub fn each(&self) -> &[Range<u64>] {
        &self.runs
    }

    /// Elements of all runs.
    pub fn elements(&self) -> u64 {
        self.runs.iter().map(|run| run.end - run.start).sum()
    }

    /// The elements of `ranges`, counted through all runs, range after range. Elements that are not
    /// there are left out.
    pub fn pick(&self, ranges: impl IntoIterator<Item = Range<u64>>) -> Self {
        let mut picked = Self { draws: self.draws.clone(), runs: Vec::new() };
        for range in ranges {
            let mut before = 0;
            for run in &self.runs {
                let len = run.end - run.start;
                let from = range.start.clamp(before, before + len);
                let to = range.end.clamp(before, before + len);
                picked.push(run.start + (from - before)..run.start + (to - before));
                before += len;
            }
        }
        picked
    }

    /// Takes the elements of `next` behind these; false, and nothing is taken, for those of another
    /// stream.
    pub fn append(&mut self, next: &Self) -> bool {
        let same = self.draws.is(&next.draws);
        if same {
            next.runs.iter().for_each(|run| self.push(run.clone()));
        }
        same
    }

    /// The elements, made here.
    pub fn make(&self) -> Vec<u16> {
        let mut out = vec![0; self.elements() as usize];
        let mut at = 0;
        for run in &self.runs {
            let end = at + (run.end - run.start) as usize;
            self.draws.make(run.start, &mut out[at..end]);
            at = end;
        }
        out
    }

    fn push(&mut self, run: Range<u64>) {
        match self.runs.last_mut() {
            _ if run.is_empty() => {}
            Some(last) if last.end == run.start => last.end = run.end,
            _ => self.runs.push(run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws() -> Draws {
        Draws::new(u64::MAX - 3, Arc::new(Values::from_fn(|i| i as u16)))
    }

    /// SplitMix64 from state 0, as its authors publish it; four elements of each, the lowest first.
    /// The second stream's counter runs over the end of 64 bits.
    #[test]
    fn elements_are_the_words_of_splitmix() {
        let mut out = [0; 8];
        Draws::new(1, draws().values().clone()).make(0, &mut out);
        let words = [0xE220_A839_7B1D_CDAF_u64, 0x6E78_9E6A_A1B9_65F4];
        let expected = words.map(|word| [0, 16, 32, 48].map(|at| (word >> at) as u16)).concat();
        assert_eq!(out.to_vec(), expected);
        draws().make(5 * 4, &mut out);
        assert_eq!(out.to_vec(), expected);
    }

    #[test]
    fn any_part_of_a_stream_is_that_part() {
        let mut whole = [0; 64];
        draws().make(0, &mut whole);
        for first in 0..9 {
            for len in 0..20 {
                let mut part = vec![0; len];
                draws().make(first as u64, &mut part);
                assert_eq!(part, whole[first..first + len], "{first} + {len}");
            }
        }
    }

    #[test]
    fn runs_are_picked_and_joined() {
        let mut whole = [0; 64];
        draws().make(0, &mut whole);
        let runs = Runs::new(draws(), 3..3).pick(std::iter::once(0..5));
        assert!(runs.each().is_empty() && runs.make().is_empty());
        let mut runs = Runs::new(draws(), 10..20).pick([8..10, 0..3, 3..4, 7..30]);
        assert_eq!(runs.each(), [18..20, 10..14, 17..20]);
        let again = runs.pick([1..4, 6..9]);
        assert_eq!(again.each(), [19..20, 10..12, 17..20]);
        // Equal values elsewhere are another stream.
        assert!(!runs.append(&Runs::new(draws(), 20..22)));
        let stream = runs.draws().clone();
        assert!(runs.append(&Runs::new(stream, 20..22)));
        assert_eq!((runs.each().len(), runs.elements()), (3, 11));
        assert_eq!(runs.make(), [&whole[18..20], &whole[10..14], &whole[17..22]].concat());
    }
}
