//! Requests of a load: prompts and lengths by their number.

use super::prompts::{Piece, key};
use super::trace::{BLOCK_TOKENS, TraceLine};
use crate::cli::{BenchServeArgs, Lengths};
use anyhow::{Result, bail};

/// Kinds of parts, so that no two kinds have a key in common.
const PREFIX: u64 = 1;
const OWN: u64 = 2;
const BLOCK: u64 = 3;
const LENGTH: u64 = 4;
const WARM_UP: u64 = 5;

/// A request, or a turn of a conversation: what it adds to the prompt, and tokens of its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub pieces: Vec<Piece>,
    pub output_len: u32,
}

/// Conversations by their number. A request without turns is a conversation of one.
pub struct Workload {
    seed: u64,
    prompt_len: Lengths,
    output_len: Lengths,
    shared_prefix: u32,
    prefix_groups: u64,
    pub turns: u32,
    pub trace: Option<Vec<TraceLine>>,
}

impl Workload {
    /// # Errors
    /// A shared prefix as long as a prompt.
    pub fn new(args: &BenchServeArgs, trace: Option<Vec<TraceLine>>) -> Result<Self> {
        if args.shared_prefix >= args.prompt_len.low {
            bail!(
                "--shared-prefix {} leaves no token of --prompt-len {} to a request: make it \
                 shorter than the prompts",
                args.shared_prefix,
                args.prompt_len
            );
        }
        Ok(Self {
            seed: args.seed,
            prompt_len: args.prompt_len,
            output_len: args.output_len,
            shared_prefix: args.shared_prefix,
            prefix_groups: u64::from(args.prefix_groups),
            turns: args.turns,
            trace,
        })
    }

    /// Whether prompts have parts in common by intent.
    pub fn shares_prompts(&self) -> bool {
        let blocks = |lines: &Vec<TraceLine>| lines.iter().any(|l| !l.hash_ids.is_empty());
        self.shared_prefix > 0 || self.turns > 1 || self.trace.as_ref().is_some_and(blocks)
    }

    /// Conversation `i` of row `row`. Rows have no prompt in common, so that none is cached by the
    /// row before.
    pub fn conversation(&self, row: u64, i: u64) -> Vec<Turn> {
        if let Some(lines) = &self.trace {
            let line = lines.get(usize::try_from(i).unwrap_or(usize::MAX));
            return line.map(|line| self.trace_turn(line, i)).into_iter().collect();
        }
        let mut random = fastrand::Rng::with_seed(key(&[self.seed, LENGTH, row, i]));
        let turn = |t: u32| {
            let length = self.prompt_len.draw(&mut random);
            let own = key(&[self.seed, OWN, row, i, u64::from(t)]);
            let prefix = if t == 0 { self.shared_prefix } else { 0 };
            let mut pieces = vec![Piece { key: own, tokens: length - prefix }];
            if prefix > 0 {
                let key = key(&[self.seed, PREFIX, row, i % self.prefix_groups]);
                pieces.insert(0, Piece { key, tokens: prefix });
            }
            Turn { pieces, output_len: self.output_len.draw(&mut random) }
        };
        (0..self.turns).map(turn).collect()
    }

    fn trace_turn(&self, line: &TraceLine, i: u64) -> Turn {
        let (mut pieces, mut left) = (Vec::new(), line.input_length);
        for &id in &line.hash_ids {
            let tokens = left.min(BLOCK_TOKENS);
            if tokens > 0 {
                pieces.push(Piece { key: key(&[self.seed, BLOCK, id]), tokens });
            }
            left -= tokens;
        }
        if left > 0 {
            pieces.push(Piece { key: key(&[self.seed, OWN, 0, i]), tokens: left });
        }
        Turn { pieces, output_len: line.output_length }
    }

    /// Request `i` before row `row`: as long as the row's, with a prompt of its own.
    pub fn warm_up(&self, row: u64, i: u64) -> Turn {
        let among = self.trace.as_ref().map_or(i, |lines| i % lines.len() as u64);
        let like = self.conversation(row, among).swap_remove(0);
        let tokens = like.pieces.iter().map(|p| p.tokens).sum();
        let key = key(&[self.seed, WARM_UP, row, i]);
        Turn { pieces: vec![Piece { key, tokens }], output_len: like.output_len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(trace: Option<Vec<TraceLine>>) -> Workload {
        Workload {
            seed: 1,
            prompt_len: Lengths { low: 10, high: 20 },
            output_len: Lengths { low: 2, high: 2 },
            shared_prefix: 4,
            prefix_groups: 2,
            turns: 2,
            trace,
        }
    }

    #[test]
    fn groups_share_their_prefix_and_nothing_else() {
        let load = load(None);
        let of = |row, i| load.conversation(row, i);
        assert_eq!(of(0, 0), of(0, 0));
        let (a, b, c) = (of(0, 0), of(0, 1), of(0, 2));
        assert_eq!(a[0].pieces[0], c[0].pieces[0]);
        assert_ne!(a[0].pieces[0], b[0].pieces[0]);
        assert_ne!(a[0].pieces[1].key, c[0].pieces[1].key);
        assert_ne!(a[0].pieces[0], of(1, 0)[0].pieces[0]);
        assert_eq!((a.len(), a[1].pieces.len()), (2, 1));
        let length: u32 = a[0].pieces.iter().map(|p| p.tokens).sum();
        assert!((10..=20).contains(&length));
        let warm = load.warm_up(0, 0);
        assert_eq!(warm.pieces[0].tokens, length);
        assert_ne!(warm.pieces[0].key, a[0].pieces[0].key);
    }

    #[test]
    fn blocks_of_a_trace_are_alike_by_their_ids() {
        let line = |input_length, ids: &[u64]| TraceLine {
            timestamp: 0.0,
            input_length,
            output_length: 3,
            hash_ids: ids.to_vec(),
        };
        let load = load(Some(vec![line(700, &[7, 8]), line(1100, &[7, 9]), line(5, &[])]));
        let pieces = |i| load.conversation(0, i).swap_remove(0).pieces;
        let lengths = |i| pieces(i).iter().map(|p| p.tokens).collect::<Vec<_>>();
        assert_eq!(
            (lengths(0), lengths(1), lengths(2)),
            (vec![512, 188], vec![512, 512, 76], vec![5])
        );
        assert_eq!(pieces(0)[0], pieces(1)[0]);
        assert!(load.conversation(0, 3).is_empty());
        assert_eq!(load.warm_up(0, 4).pieces[0].tokens, 1100);
    }
}
