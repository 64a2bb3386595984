//! Answers that are whole before their tokens run out.
//!
//! A witness is a completion of the answer in tokens. While it is known to be much shorter than
//! what is left, nothing changes. Near the end only tokens are allowed that leave the witness
//! what it is, and at the end the witness itself.

use super::growth::Cost;
use super::guided::Guided;
use super::vocab::Vocabulary;
use atlas_core::{Allowed, Constraint, ConstraintError, TokenId};
use llguidance::toktrie::{SimpleVob, TokTrie};

/// Spare tokens beside the witness below which the answer only goes on inside texts, at least.
const ZONE_MIN: usize = 96;

/// More is never held back.
const ZONE_MAX: usize = 1024;

/// A word inside a plain text adds no more than this to what the answer needs: one character
/// more where the name of a property would be one that is taken.
const TEXT_GROWTH: usize = 2;

/// Where an answer turns to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    /// With fewer spare tokens than this beside the witness, nothing new is opened.
    pub spare: usize,
    /// With fewer than this, no text goes on.
    pub text: usize,
    /// The form is a schema or calls, of which the costs are known.
    pub known: bool,
}

impl Zone {
    /// For a form whose parts cost so much; `None`: that is not known.
    pub fn new(cost: Option<Cost>) -> Self {
        let Some(cost) = cost else {
            return Self { spare: ZONE_MIN, text: ZONE_MIN, known: false };
        };
        let spare = (cost.growth + NEAR).clamp(ZONE_MIN, ZONE_MAX);
        Self { spare, text: if cost.shaped { spare } else { TEXT_GROWTH }, known: true }
    }
}

/// A witness is looked for anew after so many tokens, or after an eighth of those to spare.
const NEAR: usize = 8;

/// So many allowed tokens are few.
const FEW: usize = 64;

/// Tokens from the start of a witness within which it is asked whether one ends the answer.
const EARLY: usize = 4;

/// A token picked so often in a row leads nowhere.
const STUCK: usize = 16;

/// Longer witnesses are not looked for.
const WITNESS_MAX: usize = 512;

/// Tokens by what they are good for when an answer is to end.
pub(super) struct Closers {
    /// Tokens that close something, the best first.
    closing: Vec<TokenId>,
    /// Tokens inside of texts that neither open nor close anything.
    inert: SimpleVob,
    /// Tokens of letters: all are legal inside a text without a form of its own.
    letters: SimpleVob,
}

impl Closers {
    pub fn new(trie: &TokTrie) -> Self {
        let mut closing: Vec<(usize, usize, TokenId)> = Vec::new();
        let (mut inert, mut letters) = (trie.alloc_token_set(), trie.alloc_token_set());
        for token in 0..trie.vocab_size() as TokenId {
            let bytes = trie.token(token);
            if let Some(class) = closing_class(bytes) {
                closing.push((class, usize::MAX - bytes.len(), token));
            }
            let special = bytes.first() == Some(&TokTrie::SPECIAL_TOKEN_MARKER);
            if special || bytes.is_empty() || std::str::from_utf8(bytes).is_err() {
                continue;
            }
            if !bytes.iter().any(|b| b"\"\\<>{}[]".contains(b) || b.is_ascii_control()) {
                inert.allow_token(token);
            }
            if bytes.len() <= 8 && bytes.iter().all(u8::is_ascii_alphabetic) {
                letters.allow_token(token);
            }
        }
        closing.sort_unstable();
        Self { closing: closing.into_iter().map(|(.., token)| token).collect(), inert, letters }
    }

    /// Whether any word may come next, as inside a text.
    fn is_text(&self, mask: &[u32]) -> bool {
        let letters = self.letters.as_slice().iter();
        letters.zip(mask).all(|(letters, mask)| letters & !mask == 0)
    }

    /// The token that brings an answer with this mask nearest to its end.
    /// `stuck`: a token that has not brought it nearer.
    fn pick(&self, trie: &TokTrie, mask: &[u32], stuck: Option<TokenId>) -> Option<TokenId> {
        let allows = |t: TokenId| mask[t as usize / 32] & (1 << (t % 32)) != 0 && Some(t) != stuck;
        // Inside a text brackets are letters like others.
        let ends = |t: TokenId| !b"}]<,".contains(&trie.token(t)[0]);
        let in_text = self.is_text(mask);
        let mut closing = self.closing.iter().filter(|t| allows(**t) && (!in_text || ends(**t)));
        if let Some(&token) = closing.next() {
            return Some(token);
        }
        let all = bits(mask).filter(|t| Some(*t) != stuck);
        let few = all.clone().take(FEW + 1).count() <= FEW;
        // Blanks bring an answer no further.
        let blank = |t: &TokenId| trie.token(*t).iter().all(u8::is_ascii_whitespace);
        let len = |t: &TokenId| trie.token(*t).len();
        // Few tokens spell a fixed text, of which the longest piece is best; letters of a pattern
        // are better short.
        if few {
            // What ends in an opening mark or a comma wants more to come, and what goes on after
            // an opening mark may have opened what could have stayed empty.
            let opens = |t: &TokenId| {
                let bytes = trie.token(*t).trim_ascii();
                let ends = bytes.len() > 1 && bytes.last().is_some_and(|b| b"[{,".contains(b));
                let more = bytes.len() > 1 && !b"]}".contains(&bytes[1]);
                ends || (more && b"[{".contains(&bytes[0]))
            };
            all.max_by_key(|t| (!blank(t), !opens(t), len(t)))
        } else {
            all.min_by_key(|t| (blank(t), len(t)))
        }
    }
}

/// The tokens of a mask.
fn bits(mask: &[u32]) -> impl Iterator<Item = TokenId> + Clone + '_ {
    let words = mask.iter().enumerate().filter(|(_, word)| **word != 0);
    words.flat_map(|(i, &word)| {
        (0..32).filter(move |bit| word & (1 << bit) != 0).map(move |bit| i as TokenId * 32 + bit)
    })
}

/// A token after which the answer may end, if few are allowed and there is one.
fn ending(at: &mut Guided, mask: &[u32]) -> Result<Option<TokenId>, ConstraintError> {
    if bits(mask).take(FEW + 1).count() > FEW {
        return Ok(None);
    }
    for token in bits(mask) {
        at.accept(token)?;
        let ends = at.may_stop();
        at.rollback(1)?;
        if ends {
            return Ok(Some(token));
        }
    }
    Ok(None)
}

/// The last token, if it has been picked too often in a row.
fn stuck(tokens: &[TokenId]) -> Option<TokenId> {
    let last = *tokens.last()?;
    let run = tokens.iter().rev().take_while(|t| **t == last).count();
    (run >= STUCK).then_some(last)
}

/// How well a token closes; lower is better.
fn closing_class(bytes: &[u8]) -> Option<usize> {
    let rest_closes = |rest: &[u8]| rest.iter().all(|b| b"}]\n".contains(b));
    match bytes {
        [b'}' | b']', rest @ ..] if rest_closes(rest) => Some(0),
        [b'<', b'/', ..] => Some(1),
        [b'"', b'"', rest @ ..] if rest_closes(rest) => Some(3),
        [b'"', rest @ ..] if rest_closes(rest) => Some(2),
        // On to the next required part, or to the next part of a pattern.
        b"," | b", " => Some(4),
        b"@" | b":" => Some(5),
        b"." => Some(6),
        b"-" => Some(7),
        [b'0'..=b'9'] => Some(8),
        _ => None,
    }
}

/// A constraint with a number of tokens to be whole in.
#[derive(Debug)]
pub(super) struct Budgeted {
    inner: Guided,
    /// Tokens left, the one that ends the answer included.
    left: usize,
    /// A completion from here, last token first, and how many tokens ago it was one.
    witness: Option<Vec<TokenId>>,
    age: usize,
    /// The last search found none; the next one waits.
    lost: bool,
    zone: Zone,
}

impl Budgeted {
    pub fn new(inner: Guided, budget: usize) -> Self {
        let zone = inner.zone();
        Self { inner, left: budget, witness: None, age: 0, lost: false, zone }
    }

    /// The planted defect: whatever a token opens is thought to need nothing.
    pub fn ignore_growth(mut self) -> Self {
        self.zone = Zone { spare: 0, text: 0, ..self.zone };
        self
    }

    /// Whether the prescribed form has begun.
    pub fn is_in_form(&self) -> bool {
        self.inner.is_in_form()
    }

    /// Spare tokens beside the witness below which nothing new is opened.
    pub fn spare(&self) -> usize {
        self.zone.spare
    }

    /// A second one at the same point.
    pub fn branch(&self) -> Self {
        Self {
            inner: self.inner.branch(),
            left: self.left,
            witness: self.witness.clone(),
            age: self.age,
            lost: self.lost,
            zone: self.zone,
        }
    }

    /// The completion from here that [`Closers::pick`] finds, last token first.
    pub fn find(inner: &Guided) -> Result<Option<Vec<TokenId>>, ConstraintError> {
        let mut at = inner.branch();
        let mut tokens = Vec::new();
        let vocabulary = inner.vocabulary().clone();
        let mut mask = vec![0u32; vocabulary.trie().vocab_size().div_ceil(32)];
        while !at.may_stop() {
            if tokens.len() >= WITNESS_MAX {
                return Ok(None);
            }
            let next = match at.end_of_text() {
                Some(close) => vocabulary.spell(&close),
                None => {
                    if at.mask_into(&mut mask)? == Allowed::Any {
                        return Ok(None);
                    }
                    // The end of a schema's value is near its start or known by what closes it.
                    let asked = tokens.len() < EARLY || !inner.zone().known;
                    let ends = if asked { ending(&mut at, &mask)? } else { None };
                    let pick = || vocabulary.closers.pick(vocabulary.trie(), &mask, stuck(&tokens));
                    ends.or_else(pick).into_iter().collect()
                }
            };
            if next.is_empty() {
                return Ok(None);
            }
            for token in next {
                // A text that is still too short takes the closing tag for text, or refuses it.
                if at.accept(token).is_err() {
                    let filler = vocabulary.spell(b"x");
                    filler.iter().try_for_each(|&token| at.accept(token))?;
                    tokens.extend(filler);
                    break;
                }
                tokens.push(token);
            }
        }
        tokens.reverse();
        Ok(Some(tokens))
    }

    /// Brings the witness up to date; its length.
    fn update(&mut self) -> Result<Option<usize>, ConstraintError> {
        let known = self.witness.as_ref().map_or(0, Vec::len);
        // The further the end, the more may be opened unseen.
        let limit = (self.left.saturating_sub(known + self.zone.spare) / 8).max(NEAR);
        let in_zone = self.left <= known + 1 + self.zone.spare;
        let waits = self.lost && self.age < NEAR;
        let due = self.witness.is_none() || self.age >= limit || (in_zone && self.age > 0);
        if due && !waits {
            if in_zone && self.age > 0 && self.still_completes() {
                self.age = 0;
            } else {
                self.witness = match self.inner.opening() {
                    Some(_) => Self::find(&Guided::in_form(self.inner.plan().clone()))?,
                    None => Self::find(&self.inner)?,
                };
                self.lost = self.witness.is_none();
                self.age = 0;
            }
        }
        Ok(self.witness.as_ref().map(Vec::len))
    }

    /// Whether the witness of some tokens ago completes the answer from here too.
    fn still_completes(&self) -> bool {
        let Some(witness) = &self.witness else { return false };
        let mut at = self.inner.branch();
        witness.iter().rev().all(|&token| at.accept(token).is_ok()) && at.may_stop()
    }

    /// Leaves of `mask` what keeps the witness short enough.
    fn restrict(&self, mask: &mut [u32], vocabulary: &Vocabulary) {
        let Some(witness) = &self.witness else { return };
        let closers = &vocabulary.closers;
        let words = |set: &SimpleVob, i: usize| set.as_slice().get(i).copied().unwrap_or(0);
        let in_text = closers.is_text(mask);
        // Between tags the bounds of the text are counted, so no word can add anything.
        let growth = if self.inner.is_in_tags() { 0 } else { self.zone.text };
        let spare = self.left > witness.len() + 1 + growth;
        for (i, word) in mask.iter_mut().enumerate() {
            *word &= if in_text && spare { words(&closers.inert, i) } else { 0 };
        }
        if let Some(&next) = witness.last()
            && let Some(word) = mask.get_mut(next as usize / 32)
        {
            *word |= 1 << (next % 32);
        }
    }
}

impl Constraint for Budgeted {
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let opening = self.inner.opening();
        if !(self.inner.is_in_form() || opening.is_some()) || self.inner.is_complete() {
            return self.inner.mask_into(mask);
        }
        let witness = self.update()?;
        let allowed = self.inner.mask_into(mask)?;
        if let Some(len) = witness
            && self.left <= len + 1 + self.zone.spare
            && allowed == Allowed::Masked
        {
            let vocabulary = self.inner.vocabulary().clone();
            self.restrict(mask, &vocabulary);
            // Whether there is room for reasoning is for others to say.
            if let Some(token) = opening
                && let Some(word) = mask.get_mut(token as usize / 32)
            {
                *word |= 1 << (token % 32);
            }
        }
        Ok(allowed)
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        self.inner.accept(token)?;
        self.left = self.left.saturating_sub(1);
        match &mut self.witness {
            Some(witness) if self.age == 0 && witness.last() == Some(&token) => {
                witness.pop();
            }
            _ => self.age += 1,
        }
        Ok(())
    }

    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        self.inner.rollback(tokens)?;
        self.left += tokens;
        if tokens > 0 {
            self.witness = None;
            self.lost = false;
        }
        Ok(())
    }

    fn may_stop(&mut self) -> bool {
        self.inner.may_stop()
    }

    fn is_complete(&mut self) -> bool {
        self.inner.is_complete()
    }

    fn fork(&self) -> Box<dyn Constraint> {
        Box::new(self.branch())
    }
}
