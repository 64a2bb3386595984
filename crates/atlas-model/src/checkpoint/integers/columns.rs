//! The order of columns whose groups are not one after the other.

/// Groups of the columns of a matrix.
pub(super) enum Columns {
    /// Column `j` is in group `j / group`.
    AsStored,
    /// They are after the columns are sorted by group: column `j` goes to this place.
    Sorted(Vec<usize>),
    /// Groups of other sizes: the group of each column.
    Scattered(Vec<usize>),
}

impl Columns {
    /// The groups that `g_idx` gives to `k` columns. Zeros throughout are those of a tensor that
    /// was never filled, as are numbers of -1 throughout.
    ///
    /// # Errors
    /// An entry that is no group: its place and value.
    pub fn of(g_idx: &[i32], group: usize, groups: usize) -> Result<Self, (usize, i32)> {
        let unset = |value: i32| g_idx.iter().all(|&g| g == value);
        let in_order = g_idx.iter().enumerate().all(|(j, &g)| usize::try_from(g) == Ok(j / group));
        if in_order || unset(0) || unset(-1) {
            return Ok(Self::AsStored);
        }
        let each = g_idx.iter().enumerate().map(|(j, &g)| match usize::try_from(g) {
            Ok(of) if of < groups => Ok(of),
            _ => Err((j, g)),
        });
        let each = each.collect::<Result<Vec<usize>, _>>()?;
        let mut sorted: Vec<usize> = (0..each.len()).collect();
        sorted.sort_by_key(|&j| each[j]);
        if sorted.iter().enumerate().any(|(place, &j)| each[j] != place / group) {
            return Ok(Self::Scattered(each));
        }
        let mut places = vec![0; sorted.len()];
        for (place, &j) in sorted.iter().enumerate() {
            places[j] = place;
        }
        Ok(Self::Sorted(places))
    }

    /// The place of each column, where it is not its own.
    pub fn places(&self) -> Option<&[usize]> {
        match self {
            Self::Sorted(places) => Some(places),
            Self::AsStored | Self::Scattered(_) => None,
        }
    }

    /// The group of column `j` as it is stored.
    pub fn group_of(&self, j: usize, group: usize) -> usize {
        match self {
            Self::AsStored => j / group,
            Self::Sorted(places) => places[j] / group,
            Self::Scattered(each) => each[j],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_sorted_by_group_where_groups_are_whole() {
        let of = |g_idx: &[i32]| Columns::of(g_idx, 2, 3);
        for trivial in [[0, 0, 1, 1, 2], [0; 5], [-1; 5]] {
            assert!(matches!(of(&trivial), Ok(Columns::AsStored)), "{trivial:?}");
        }
        let Ok(columns @ Columns::Sorted(_)) = of(&[1, 2, 0, 1, 0]) else { panic!("sorted") };
        assert_eq!(columns.places(), Some(&[2, 4, 0, 3, 1][..]));
        assert_eq!([0, 1, 2].map(|j| columns.group_of(j, 2)), [1, 2, 0]);
        let Ok(uneven @ Columns::Scattered(_)) = of(&[1, 2, 0, 2, 0]) else { panic!("scattered") };
        assert_eq!((uneven.places(), uneven.group_of(3, 2)), (None, 2));
        assert_eq!(of(&[0, 0, 1, 3, 2]).err(), Some((3, 3)));
        assert_eq!(of(&[0, -1, 1, 1, 2]).err(), Some((1, -1)));
    }
}
