//! The constraint of one answer: reasoning, text before a call, the prescribed form.

use crate::grammar::calls::text_params::{InText, Track};
use crate::grammar::constraint::compiled_form::{CompiledForm, FormStart, TEXT_MASKS_MAX};
use crate::grammar::constraint::matcher::Matcher;
use crate::grammar::constraint::pattern::{Found, ScanState};
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, TokenId};
use std::sync::{Arc, PoisonError};

/// Tokens remembered for taking back; trimmed to half when full. A completion of the answer is
/// tried and taken back.
const HISTORY_MAX: usize = 2 * (WITNESS_MAX + ROLLBACK_TOKENS);

/// Longer completions are not looked for.
pub(crate) const WITNESS_MAX: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the first token, which may open the reasoning.
    Start,
    /// In the reasoning.
    Reasoning(ScanState),
    /// In text before or after a call.
    Free(ScanState),
    /// In the prescribed form.
    Form,
    /// Nothing may follow.
    Over,
}

/// Effect of one token, kept to take it back.
#[derive(Clone, Copy, Debug)]
struct TokenEffect {
    phase: Phase,
    track: Track,
    /// Tokens that the matcher was moved by.
    fed: u16,
    /// The matcher was made, or put away.
    attached: bool,
    detached: bool,
}

/// The constraint of one answer.
#[derive(Debug)]
pub(crate) struct FormConstraint {
    form: Arc<CompiledForm>,
    phase: Phase,
    matcher: Option<Matcher>,
    track: Track,
    history: Vec<TokenEffect>,
    /// Matchers of complete calls, as far as `history` reaches.
    past: Vec<Matcher>,
}

impl FormConstraint {
    pub fn new(form: Arc<CompiledForm>) -> Self {
        let now = matches!(form.begin, FormStart::Now);
        let phase = match &form.reasoning {
            Some(marks) if marks.starts_open => Phase::Reasoning(0),
            Some(marks) if marks.open.is_some() => Phase::Start,
            _ if now => Phase::Form,
            _ => Phase::Free(0),
        };
        let matcher = now.then(|| form.matcher());
        let (track, history, past) = (Track::default(), Vec::new(), Vec::new());
        Self { form, phase, matcher, track, history, past }
    }

    /// At the beginning of the form, past all reasoning and free text.
    pub fn in_form(form: Arc<CompiledForm>) -> Self {
        let matcher = Some(form.matcher());
        let (track, history, past) = (Track::default(), Vec::new(), Vec::new());
        Self { form, phase: Phase::Form, matcher, track, history, past }
    }

    /// A second one at the same point.
    pub fn branch(&self) -> Self {
        Self {
            form: self.form.clone(),
            phase: self.phase,
            matcher: self.matcher.as_ref().map(Matcher::fork),
            track: self.track,
            history: self.history.clone(),
            past: self.past.iter().map(Matcher::fork).collect(),
        }
    }

    /// The compiled form of the answer.
    pub fn form(&self) -> &Arc<CompiledForm> {
        &self.form
    }

    /// Whether the form is a schema or calls.
    pub fn is_structured(&self) -> bool {
        self.form.structured
    }

    /// Whether `later`, a token on, stands in the same free text, which can end in the same ways.
    pub fn stays_in_text(&self, token: TokenId, later: &Self) -> bool {
        let (Some(before), Some(after)) = (self.free_text(), later.free_text()) else {
            return false;
        };
        let param = self.form.heads.param(after);
        let open = |text: &InText| text.point.tag == 0 && text.point.rest == 0;
        before.param == after.param
            && open(before)
            && open(after)
            && param.max.is_none()
            && after.is_settled(param)
            && !self.form.vocabulary.text_bytes(token).contains(&b'<')
    }

    /// The text that the answer stands in, if anything may stand in it.
    fn free_text(&self) -> Option<&InText> {
        self.track.text().filter(|text| !self.form.heads.param(text).shaped)
    }

    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.form.vocabulary
    }

    pub fn is_in_form(&self) -> bool {
        self.phase == Phase::Form
    }

    /// The token that may open the reasoning instead of beginning the form, which may both be next.
    pub fn opening(&self) -> Option<TokenId> {
        let now = self.phase == Phase::Start && matches!(self.form.begin, FormStart::Now);
        self.form.reasoning.as_ref().filter(|_| now)?.open
    }

    /// Returns the closing text of the free-text value at this position.
    pub fn end_of_text(&self) -> Option<Vec<u8>> {
        let text = self.free_text().filter(|text| text.point.rest == 0)?;
        Some(self.form.heads.param(text).close.as_bytes()[text.point.tag as usize..].to_vec())
    }

    /// Returns the closing text of the quoted text at this position, if only its end is known and
    /// it may be a fixed one.
    pub fn end_of_quoted(&self) -> Option<Vec<u8>> {
        let text = self.track.text().filter(|text| text.point.rest == 0)?;
        let param = self.form.heads.quoted().filter(|other| *other == text.param)?;
        let close = self.form.heads.params()[param as usize].close.as_bytes();
        Some(close[text.point.tag as usize..].to_vec())
    }

    /// The position in the grammar, inside the form.
    pub fn matcher(&self) -> Option<&Matcher> {
        self.matcher.as_ref()
    }

    fn matcher_mut(&mut self) -> Result<&mut Matcher, ConstraintError> {
        self.matcher
            .as_mut()
            .ok_or_else(|| ConstraintError::Failed("the form has no matcher".to_owned()))
    }

    /// The phase after the reasoning.
    fn main(&self) -> Phase {
        if matches!(self.form.begin, FormStart::Now) { Phase::Form } else { Phase::Free(0) }
    }

    fn form_mask(&mut self, mask: &mut [u32]) -> Result<(), ConstraintError> {
        let matcher = self.matcher_mut()?;
        let accepting = matcher.is_accepting();
        if accepting && !matcher.can_advance() {
            mask.fill(0);
            return Ok(());
        }
        let form = self.form.clone();
        let Some(text) = self.free_text().copied() else {
            match self.matcher_mut()?.mask() {
                Ok(set) => copy(set.as_slice(), mask),
                // A whole answer that seemed to go on, as where an intersection is empty.
                Err(_) if accepting => mask.fill(0),
                Err(error) => return Err(error),
            }
            self.bound(mask, false);
            return Ok(());
        };
        let param = form.heads.param(&text);
        let roomy = text.is_roomy(param, form.vocabulary.token_bytes_max);
        let key = (text.param, text.point.tag, text.is_fresh(), self.track.context());
        // The grammar itself has a least length of 1, so the mask of a settled text differs by
        // what is too long alone.
        let settled = text.is_settled(param) && (roomy || param.min <= 1);
        let masks = || form.text_masks.lock().unwrap_or_else(PoisonError::into_inner);
        if settled && let Some(known) = masks().get(&key) {
            copy(known, mask);
            if !roomy {
                self.bound(mask, true);
            }
            return Ok(());
        }
        let close = param.close.as_bytes();
        let set = self.matcher_mut()?.text_mask(&form.vocabulary, text.point, close)?;
        copy(set.as_slice(), mask);
        if roomy || !settled {
            self.bound(mask, !roomy);
        }
        if settled {
            let mut masks = masks();
            if masks.len() >= TEXT_MASKS_MAX {
                masks.clear();
            }
            masks.insert(key, (&*mask).into());
            drop(masks);
            if !roomy {
                self.bound(mask, true);
            }
        }
        Ok(())
    }

    /// Takes the tokens out of `mask` after which a text would be too long or too short. `near`:
    /// any token could be one; else those with `<`, or all inside a tag.
    fn bound(&self, mask: &mut [u32], near: bool) {
        let form = &self.form;
        if !form.heads.is_bounded() {
            return;
        }
        let text = self.free_text().map(|text| (text, form.heads.param(text)));
        let room = text.and_then(|(text, param)| text.room(param)).filter(|_| near);
        if let (Some(room), Some((_, param))) = (room, text) {
            form.vocabulary.text.shorten(mask, room, param.newline);
        }
        let skip = (!near || room.is_some()) && self.track.is_between_tags();
        // Tokens of no more bytes cannot be too long, and here nothing can be too short.
        let short = match text {
            Some((text, param)) if param.min <= 1 && text.is_settled(param) => {
                room.flatten().unwrap_or(0)
            }
            _ => 0,
        };
        for (i, word) in mask.iter_mut().enumerate() {
            let mut left = if skip { *word & !form.vocabulary.text.plain_word(i) } else { *word };
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let mut track = self.track;
                let bytes = form.vocabulary.text_bytes(i as TokenId * 32 + bit);
                if bytes.len() <= short && !bytes.contains(&b'<') {
                    continue;
                }
                form.heads.feed(&mut track, bytes);
                if track.is_broken() {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    /// Moves the matcher by the tokens of `step`.
    fn feed(&mut self, tokens: &[TokenId], step: &mut TokenEffect) -> Result<(), ConstraintError> {
        let mut track = self.track;
        for &token in tokens {
            self.form.heads.feed(&mut track, self.form.vocabulary.text_bytes(token));
            if track.is_broken() {
                let reason = "a parameter would be too long or too short".to_owned();
                return Err(ConstraintError::Rejected { token, reason });
            }
        }
        self.matcher_mut()?.accept(tokens)?;
        step.fed = tokens.len() as u16;
        self.track = track;
        if matches!(self.form.begin, FormStart::At { .. }) && self.matcher_mut()?.is_accepting() {
            return self.leave(tokens, step);
        }
        Ok(())
    }

    /// Puts the matcher away at the end of a call; bytes of `tokens` after it are free text.
    fn leave(&mut self, tokens: &[TokenId], step: &mut TokenEffect) -> Result<(), ConstraintError> {
        let form = self.form.clone();
        let bytes: Vec<u8> =
            tokens.iter().flat_map(|&t| form.vocabulary.text_bytes(t)).copied().collect();
        let singles: Vec<TokenId> =
            bytes.chunks(1).flat_map(|byte| form.vocabulary.spell(byte)).collect();
        let mut rest: &[u8] = &[];
        // Byte by byte, if the vocabulary has all of these bytes.
        if singles.len() == bytes.len() && bytes.len() > 1 {
            let matcher = self.matcher_mut()?;
            matcher.rollback(tokens.len())?;
            step.fed = 0;
            for single in singles {
                matcher.accept(&[single])?;
                step.fed += 1;
                if matcher.is_accepting() {
                    break;
                }
            }
            rest = &bytes[step.fed as usize..];
        }
        self.past.extend(self.matcher.take());
        step.detached = true;
        self.track = Track::default();
        self.phase = Phase::Over;
        if let FormStart::At { trigger, again: true } = &form.begin {
            self.phase = match trigger.feed(0, rest) {
                Found::Not(state) => Phase::Free(state),
                // Two borders in one token: what follows the second is read as free text.
                Found::At(_) => Phase::Free(0),
            };
        }
        Ok(())
    }

    /// Reads the bytes of a token outside the form; `from` is where they begin in it.
    fn scan(&mut self, token: TokenId, step: &mut TokenEffect) -> Result<(), ConstraintError> {
        let form = self.form.clone();
        let mut bytes = form.vocabulary.text_bytes(token);
        if let (Phase::Reasoning(state), Some(marks)) = (self.phase, &form.reasoning) {
            match marks.close.feed(state, bytes) {
                Found::Not(state) => {
                    self.phase = Phase::Reasoning(state);
                    return Ok(());
                }
                Found::At(end) => {
                    bytes = &bytes[end..];
                    self.phase = self.main();
                }
            }
        }
        if let (Phase::Free(state), FormStart::At { trigger, .. }) = (self.phase, &form.begin) {
            match trigger.feed(state, bytes) {
                Found::Not(state) => {
                    self.phase = Phase::Free(state);
                    return Ok(());
                }
                Found::At(end) => {
                    bytes = &bytes[end..];
                    self.phase = Phase::Form;
                    self.matcher = Some(form.matcher());
                    step.attached = true;
                }
            }
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let rest = form.vocabulary.spell(bytes);
        self.feed(&rest, step).map_err(|error| match error {
            ConstraintError::Rejected { reason, .. } => ConstraintError::Rejected { token, reason },
            other => other,
        })
    }

    fn step(&mut self, token: TokenId, step: &mut TokenEffect) -> Result<(), ConstraintError> {
        if self.phase == Phase::Start {
            let open = self.form.reasoning.as_ref().and_then(|marks| marks.open);
            self.phase = if open == Some(token) { Phase::Reasoning(0) } else { self.main() };
            if open == Some(token) {
                return Ok(());
            }
        }
        match self.phase {
            Phase::Form => self.feed(&[token], step),
            Phase::Over => {
                let reason = "the answer is complete".to_owned();
                Err(ConstraintError::Rejected { token, reason })
            }
            _ => self.scan(token, step),
        }
    }

    fn undo(&mut self, step: TokenEffect) -> Result<(), ConstraintError> {
        if step.detached {
            self.matcher = self.past.pop();
        }
        if step.attached {
            self.matcher = None;
        } else if step.fed > 0 {
            self.matcher_mut()?.rollback(step.fed as usize)?;
        }
        self.phase = step.phase;
        self.track = step.track;
        Ok(())
    }

    /// Drops the history that is too old to be rolled back.
    fn trim(&mut self) {
        if self.history.len() >= HISTORY_MAX {
            self.history.drain(..HISTORY_MAX / 2);
            let kept = self.history.iter().filter(|step| step.detached).count();
            self.past.drain(..self.past.len() - kept);
        }
    }
}

impl Constraint for FormConstraint {
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let form = self.form.clone();
        let banned = match (self.phase, &form.reasoning, &form.begin) {
            (Phase::Reasoning(state), Some(marks), _) => marks.close.banned(state),
            (Phase::Free(state), _, FormStart::At { trigger, .. }) => trigger.banned(state),
            (Phase::Start, _, FormStart::At { trigger, .. }) => trigger.banned(0),
            (Phase::Start, Some(marks), FormStart::Now) => {
                self.form_mask(mask)?;
                marks.open.into_iter().for_each(|token| set(mask, token, true));
                return Ok(Allowed::Masked);
            }
            (Phase::Over, ..) => {
                mask.fill(0);
                return Ok(Allowed::Masked);
            }
            _ => {
                self.form_mask(mask)?;
                return Ok(Allowed::Masked);
            }
        };
        if banned.is_empty() {
            return Ok(Allowed::Any);
        }
        mask.fill(u32::MAX);
        banned.iter().for_each(|&token| set(mask, token, false));
        Ok(Allowed::Masked)
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        self.trim();
        let (phase, track) = (self.phase, self.track);
        let mut step = TokenEffect { phase, track, fed: 0, attached: false, detached: false };
        match self.step(token, &mut step) {
            Ok(()) => {
                self.history.push(step);
                Ok(())
            }
            Err(error) => {
                self.undo(step)?;
                Err(error)
            }
        }
    }

    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        let kept = self.history.len();
        if tokens > kept {
            return Err(ConstraintError::Rollback { wanted: tokens, kept });
        }
        for _ in 0..tokens {
            let Some(step) = self.history.pop() else { break };
            self.undo(step)?;
        }
        Ok(())
    }

    fn may_stop(&mut self) -> bool {
        let waits = matches!(self.form.begin, FormStart::At { .. });
        match self.phase {
            Phase::Start | Phase::Reasoning(_) => waits,
            Phase::Free(_) | Phase::Over => true,
            Phase::Form => !waits && self.matcher.as_mut().is_some_and(Matcher::is_accepting),
        }
    }

    fn is_complete(&mut self) -> bool {
        match self.phase {
            Phase::Over => true,
            Phase::Form => self.matcher.as_mut().is_some_and(Matcher::is_complete),
            _ => false,
        }
    }

    fn fork(&self) -> Box<dyn Constraint> {
        Box::new(self.branch())
    }
}

/// The words, and zeros where it is shorter.
fn copy(words: &[u32], mask: &mut [u32]) {
    let n = words.len().min(mask.len());
    mask[..n].copy_from_slice(&words[..n]);
    mask[n..].fill(0);
}

fn set(mask: &mut [u32], token: TokenId, on: bool) {
    if let Some(word) = mask.get_mut(token as usize / 32) {
        let bit = 1 << (token % 32);
        *word = if on { *word | bit } else { *word & !bit };
    }
}
