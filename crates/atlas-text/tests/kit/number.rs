//! Numbers within bounds, digit by digit. Bounds are whole numbers.

/// A range of magnitudes: `from` to `to`, and whether each belongs to it.
pub type Range = (u64, bool, Option<u64>, bool);

/// Numbers that are allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumSpec {
    /// Without a fraction.
    pub integer: bool,
    pub positive: Option<Range>,
    pub negative: Option<Range>,
    /// `-0` is one of them.
    pub minus_zero: bool,
    pub multiple_of: u64,
}

/// Digits so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumState {
    minus: bool,
    digits: bool,
    /// Larger ones are brought down, as they are beyond all bounds.
    whole: u128,
    /// Digits of the fraction: some, and whether the last is 0.
    fraction: Option<Option<bool>>,
}

impl NumSpec {
    fn range(&self, state: &NumState) -> Option<Range> {
        let zero = state.minus && self.minus_zero && state.digits && state.whole == 0;
        let range = if state.minus { self.negative } else { self.positive };
        range.or(zero.then_some((0, true, Some(0), true)))
    }

    /// No bound is larger.
    fn bound(&self) -> u128 {
        let both = [self.positive, self.negative].into_iter().flatten();
        let all = both.flat_map(|(from, _, to, _)| [from, to.unwrap_or(0)]);
        u128::from(all.max().unwrap_or(0).max(1))
    }

    fn is_exact(&(from, with_from, to, with_to): &Range) -> bool {
        to == Some(from) && with_from && with_to
    }

    /// Whether a number may have this whole part and go on with a fraction.
    fn takes_fraction(&self, state: &NumState) -> bool {
        let Some(range) = self.range(state) else { return false };
        let (from, _, to, with_to) = range;
        let n = state.whole;
        !self.integer
            && n >= u128::from(from)
            && to.is_none_or(|to| n < u128::from(to) || (with_to && n == u128::from(to)))
            && !Self::is_exact(&range)
    }

    fn takes_whole(&self, state: &NumState) -> bool {
        if state.minus && state.whole == 0 {
            return self.minus_zero;
        }
        let Some((from, with_from, to, with_to)) = self.range(state) else { return false };
        let n = state.whole;
        (n > u128::from(from) || (with_from && n == u128::from(from)))
            && to.is_none_or(|to| n < u128::from(to) || (with_to && n == u128::from(to)))
            && n.is_multiple_of(u128::from(self.multiple_of))
    }

    pub fn accepts(&self, state: &NumState) -> bool {
        match state.fraction {
            None => state.digits && self.takes_whole(state),
            Some(None) => false,
            Some(Some(zero)) => {
                let Some((from, with_from, ..)) = self.range(state) else { return false };
                // On an open bound the fraction must not end in 0.
                !(zero && !with_from && state.whole == u128::from(from))
            }
        }
    }

    /// Whether some number begins like this.
    fn is_viable(&self, state: &NumState) -> bool {
        if state.fraction.is_some() {
            return true;
        }
        if !state.digits {
            return state.minus && (self.negative.is_some() || self.minus_zero);
        }
        let mut ends = state.clone();
        if self.takes_whole(&ends) || self.takes_fraction(&ends) {
            return true;
        }
        if state.whole == 0 {
            return false;
        }
        // All numbers that begin with these digits, by their count of further digits.
        let (mut lo, mut hi) = (state.whole, state.whole);
        for _ in 0..20 {
            (lo, hi) = (lo * 10, hi * 10 + 9);
            let Some((from, _, to, _)) = self.range(state) else { return false };
            if to.is_some_and(|to| u128::from(to) < lo) {
                return false;
            }
            let (lo, hi) = (lo.max(u128::from(from)), hi.min(to.map_or(u128::MAX, u128::from)));
            // A bound itself may not belong; two steps past it do, if anything does.
            let step = u128::from(self.multiple_of);
            let mut n = lo.div_ceil(step) * step;
            for _ in 0..3 {
                ends.whole = n;
                if n <= hi && (self.takes_whole(&ends) || self.takes_fraction(&ends)) {
                    return true;
                }
                n += step;
            }
        }
        false
    }

    pub fn step(&self, state: &NumState, byte: u8) -> Option<NumState> {
        let mut next = state.clone();
        match byte {
            b'-' if *state == NumState::default() => next.minus = true,
            b'.' if state.digits && state.fraction.is_none() && self.takes_fraction(state) => {
                next.fraction = Some(None);
            }
            b'0'..=b'9' if state.fraction.is_some() => {
                let (_, _, to, with_to) = self.range(state)?;
                // At the upper bound nothing but zeros.
                if with_to && to.map(u128::from) == Some(state.whole) && byte != b'0' {
                    return None;
                }
                next.fraction = Some(Some(byte == b'0'));
            }
            b'0'..=b'9' if !(state.digits && state.whole == 0) => {
                next.digits = true;
                next.whole = state.whole * 10 + u128::from(byte - b'0');
                let m = u128::from(self.multiple_of);
                let large = 10 * self.bound() / m * m;
                if next.whole >= large + m {
                    // Beyond every bound all are alike that leave the same rest.
                    next.whole = large + next.whole % m;
                }
            }
            _ => return None,
        }
        self.is_viable(&next).then_some(next)
    }
}
