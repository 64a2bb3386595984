//! The parts in which a step reads blocks that are not in memory.
//!
//! Positions go in units of whole blocks that begin at position 0. A part is some units, one after
//! the other, with the spans that see them, of which at most so many blocks are absent as there
//! are frames to bring them to. Spans that share blocks read them once.

use std::ops::Range;

/// The blocks of a span that are read in a step.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    /// Places of its table that some row sees.
    pub seen: Range<usize>,
    /// Block of each place.
    pub table: &'a [u32],
}

/// Blocks of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Places of the tables.
    pub places: Range<usize>,
    /// Indices of the spans that see some of them.
    pub spans: Vec<usize>,
    /// Blocks that are to be brought, each once.
    pub absent: Vec<u32>,
}

/// Cuts what `readers` see into parts of units of `unit` places with at most `room` absent blocks
/// each. `room` is at least `unit`.
pub(crate) fn cut(
    readers: &[Reader<'_>],
    unit: usize,
    room: usize,
    is_absent: impl Fn(u32) -> bool,
) -> Vec<Part> {
    let (unit, room) = (unit.max(1), room.max(unit));
    let last = readers.iter().map(|reader| reader.seen.end).max().unwrap_or(0);
    let mut parts: Vec<Part> = Vec::new();
    // The group of spans that went through the unit before together, if all of them did.
    let mut open: Option<usize> = None;
    for from in (0..last).step_by(unit) {
        let places = from..from + unit;
        let groups = groups(readers, &places, room, &is_absent);
        let [(spans, absent)] = &groups[..] else {
            open = None;
            let part = |(spans, absent)| Part { places: places.clone(), spans, absent };
            parts.extend(groups.into_iter().map(part));
            continue;
        };
        if let Some(part) = open
            .and_then(|at| parts.get_mut(at))
            .filter(|part| part.spans == *spans && part.absent.len() + absent.len() <= room)
        {
            part.places.end = places.end;
            part.absent.extend(absent);
            continue;
        }
        open = Some(parts.len());
        parts.push(Part { places, spans: spans.clone(), absent: absent.clone() });
    }
    parts
}

/// The spans that see a unit, in groups with at most `room` absent blocks.
fn groups(
    readers: &[Reader<'_>],
    places: &Range<usize>,
    room: usize,
    is_absent: &impl Fn(u32) -> bool,
) -> Vec<(Vec<usize>, Vec<u32>)> {
    let mut groups: Vec<(Vec<usize>, Vec<u32>)> = Vec::new();
    for (index, reader) in readers.iter().enumerate() {
        let seen = reader.seen.start.max(places.start)..reader.seen.end.min(places.end);
        if seen.is_empty() {
            continue;
        }
        let mut absent: Vec<u32> =
            reader.table[seen].iter().copied().filter(|&block| is_absent(block)).collect();
        if let Some((spans, there)) = groups.last_mut() {
            let more = absent.iter().filter(|block| !there.contains(block)).count();
            if there.len() + more <= room {
                absent.retain(|block| !there.contains(block));
                there.extend(absent);
                spans.push(index);
                continue;
            }
        }
        groups.push((vec![index], absent));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(places: Range<usize>, spans: &[usize], absent: &[u32]) -> Part {
        Part { places, spans: spans.to_vec(), absent: absent.to_vec() }
    }

    #[test]
    fn units_join_while_their_absent_blocks_have_room() {
        let table: Vec<u32> = (0..10).collect();
        let reader = Reader { seen: 0..10, table: &table };
        let parts = cut(std::slice::from_ref(&reader), 2, 4, |block| block < 7);
        let wanted = [part(0..4, &[0], &[0, 1, 2, 3]), part(4..10, &[0], &[4, 5, 6])];
        assert_eq!(parts, wanted);
        assert_eq!(cut(&[reader], 2, 4, |_| false), [part(0..10, &[0], &[])]);
        assert!(cut(&[], 2, 4, |_| true).is_empty());
    }

    #[test]
    fn spans_share_a_part_and_its_blocks_and_leave_it_where_they_end() {
        let (one, two) = ([0, 1, 2, 3], [0, 1, 8, 9, 10, 11]);
        let readers = [Reader { seen: 0..4, table: &one }, Reader { seen: 0..6, table: &two }];
        let parts = cut(&readers, 2, 4, |_| true);
        let wanted = [
            part(0..2, &[0, 1], &[0, 1]),
            part(2..4, &[0, 1], &[2, 3, 8, 9]),
            part(4..6, &[1], &[10, 11]),
        ];
        assert_eq!(parts, wanted);
        // Without room for both they go one after the other.
        let parts = cut(&readers, 2, 2, |_| true);
        let wanted = [
            part(0..2, &[0, 1], &[0, 1]),
            part(2..4, &[0], &[2, 3]),
            part(2..4, &[1], &[8, 9]),
            part(4..6, &[1], &[10, 11]),
        ];
        assert_eq!(parts, wanted);
    }

    /// Every place that a span sees is in one part of it, ascending; absent blocks fit.
    #[test]
    fn parts_cover_what_is_seen() {
        let mut rng = fastrand::Rng::new();
        for _ in 0..300 {
            let (unit, spans) = (rng.usize(1..5), rng.usize(1..6));
            let room = rng.usize(unit..3 * unit + 2);
            let tables: Vec<Vec<u32>> = (0..spans)
                .map(|_| (0..rng.usize(1..30)).map(|_| rng.u32(..60)).collect())
                .collect();
            let readers: Vec<Reader<'_>> = (tables.iter())
                .map(|table| Reader { seen: rng.usize(..table.len())..table.len(), table })
                .collect();
            let absent = |block: u32| !block.is_multiple_of(3);
            let parts = cut(&readers, unit, room, absent);
            for (index, reader) in readers.iter().enumerate() {
                let of: Vec<&Part> =
                    parts.iter().filter(|part| part.spans.contains(&index)).collect();
                assert!(of.windows(2).all(|pair| pair[0].places.end <= pair[1].places.start));
                for place in reader.seen.clone() {
                    let part = of.iter().find(|part| part.places.contains(&place)).unwrap();
                    let block = reader.table[place];
                    assert!(!absent(block) || part.absent.contains(&block));
                }
            }
            for part in &parts {
                let mut once = part.absent.clone();
                once.sort_unstable();
                once.dedup();
                // Units of a part may share a block, which is then brought twice at most.
                assert!(part.absent.len() <= room && !once.is_empty() | part.absent.is_empty());
                assert!(part.places.start % unit == 0 && part.places.len() % unit == 0);
            }
        }
    }
}
