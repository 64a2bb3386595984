//! Rows of a step for the prompts of several clients.

use atlas_core::ClientId;
use rustc_hash::FxHashMap;

/// Rows that each client may take in one plan, by max-min fairness. Without a second client that
/// has prompts to compute there is no limit.
#[derive(Debug, Default)]
pub(crate) struct RowShares {
    left: FxHashMap<ClientId, u32>,
}

impl RowShares {
    /// Divides `rows` among clients by the rows that each of their sequences could take; a client
    /// may be named several times. Each that could take one has a share of at least one.
    pub fn new(wanted: impl Iterator<Item = (ClientId, u32)>, rows: u32) -> Self {
        let mut left: FxHashMap<ClientId, u32> = FxHashMap::default();
        for (client, wanted) in wanted {
            let all = left.entry(client).or_default();
            *all = all.saturating_add(wanted);
        }
        if left.len() < 2 {
            return Self::default();
        }
        let mut by_want: Vec<_> = left.iter_mut().map(|(_, share)| share).collect();
        by_want.sort_unstable();
        let (mut rows, mut clients) = (rows, by_want.len() as u32);
        for share in by_want {
            *share = (*share).min(rows.div_ceil(clients).max(1));
            rows = rows.saturating_sub(*share);
            clients -= 1;
        }
        Self { left }
    }

    /// Rows that a client may still take.
    pub fn of(&self, client: ClientId) -> u32 {
        self.left.get(&client).copied().unwrap_or(u32::MAX)
    }

    pub fn take(&mut self, client: ClientId, rows: u32) {
        if let Some(left) = self.left.get_mut(&client) {
            *left = left.saturating_sub(rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(wanted: &[(u128, u32)], rows: u32) -> Vec<u32> {
        let wanted = || wanted.iter().map(|&(client, wanted)| (ClientId(client), wanted));
        let shares = RowShares::new(wanted(), rows);
        wanted().map(|(client, _)| shares.of(client)).collect()
    }

    #[test]
    fn a_small_prompt_gets_all_its_rows_beside_a_large_one() {
        assert_eq!(shares(&[(1, 500), (2, 20)], 100), [80, 20]);
        assert_eq!(shares(&[(1, 500), (2, 300)], 100), [50, 50]);
        assert_eq!(shares(&[(1, 90), (1, 90), (2, 10), (3, 300)], 100), [45, 45, 10, 45]);
    }

    #[test]
    fn one_client_has_no_limit_and_many_have_a_row_each() {
        assert_eq!(shares(&[(1, 500), (1, 20)], 100), [u32::MAX, u32::MAX]);
        assert_eq!(shares(&[(1, 5), (2, 5), (3, 5)], 2), [1, 1, 1]);
        let mut two = RowShares::new([(ClientId(1), 9), (ClientId(2), 9)].into_iter(), 10);
        two.take(ClientId(1), 4);
        assert_eq!((two.of(ClientId(1)), two.of(ClientId(2))), (1, 5));
        assert_eq!(two.of(ClientId(3)), u32::MAX);
    }
}
