//! Completions of an answer in tokens, found by taking what closes most.

use crate::grammar::constraint::compiled_form::CompiledForm;
use crate::grammar::constraint::fewest_tokens::fewest;
use crate::grammar::constraint::form_constraint::{FormConstraint, WITNESS_MAX};
use crate::grammar::constraint::witness::Witness;
use crate::grammar::vocabulary::closing_tokens::{FEW, bits};
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, TokenId};
use std::sync::Arc;

/// Tokens from the start of a witness within which each is tried as the end of the answer.
const EARLY: usize = 4;

/// One of `tokens` after which the answer may end.
fn ending(
    at: &mut FormConstraint,
    mut tokens: impl Iterator<Item = TokenId>,
) -> Result<Option<TokenId>, ConstraintError> {
    let mut ends = |token: &TokenId| {
        at.accept(*token)?;
        let ends = at.may_stop();
        at.rollback(1)?;
        Ok(ends)
    };
    tokens.find_map(|token| ends(&token).map(|ends| ends.then_some(token)).transpose()).transpose()
}

/// The bytes that `token` begins with, in tokens, if the answer may end after them already: a token
/// may end a call and begin the next.
fn beginning(
    at: &mut FormConstraint,
    token: TokenId,
) -> Result<Option<Vec<TokenId>>, ConstraintError> {
    let vocabulary = at.vocabulary().clone();
    let bytes = vocabulary.text_bytes(token);
    if !at.is_structured() || bytes.len() > ROLLBACK_TOKENS {
        return Ok(None);
    }
    let (mut taken, mut end) = (0, None);
    for n in 1..bytes.len() {
        let [single] = vocabulary.spell(&bytes[n - 1..n])[..] else { break };
        if at.accept(single).is_err() {
            break;
        }
        taken += 1;
        if at.may_stop() {
            end = Some(n);
            break;
        }
    }
    at.rollback(taken)?;
    Ok(end.map(|n| vocabulary.spell(&bytes[..n])))
}

/// The rest of the text that ends calls, in tokens, if the answer may end after it.
///
/// Where another call may follow, its marks begin like those of the end: no token that is picked by
/// its own bytes leads there. The answer may stand anywhere in the text already.
fn rest_of_ending(
    at: &mut FormConstraint,
    mask: &[u32],
) -> Result<Option<Vec<TokenId>>, ConstraintError> {
    let Some(ending) = at.form().ending else { return Ok(None) };
    let vocabulary = at.vocabulary().clone();
    let allows = |token: &TokenId| mask[*token as usize / 32] & (1 << (token % 32)) != 0;
    for from in 0..ending.len() {
        let tokens = vocabulary.spell(&ending.as_bytes()[from..]);
        if !tokens.first().is_some_and(allows) {
            continue;
        }
        let taken = tokens.iter().take_while(|&&token| at.accept(token).is_ok()).count();
        let ends = taken == tokens.len() && at.may_stop();
        at.rollback(taken)?;
        if ends {
            return Ok(Some(tokens));
        }
    }
    Ok(None)
}

/// Returns the tokens after `done` that bring an answer with this mask nearer to its end.
fn step(
    at: &mut FormConstraint,
    mask: &[u32],
    done: &[TokenId],
) -> Result<Vec<TokenId>, ConstraintError> {
    let vocabulary = at.vocabulary().clone();
    // The end of a schema's value is near its start or known by what closes it.
    let early = done.len() < EARLY || !at.is_structured();
    let few = early && bits(mask).take(FEW + 1).count() <= FEW;
    let ends = if few { ending(at, bits(mask))? } else { None };
    match ends.or_else(|| vocabulary.closers.pick(vocabulary.trie(), mask, done)) {
        None => Ok(Vec::new()),
        // Its first bytes may be all that is needed.
        Some(pick) => Ok(beginning(at, pick)?.unwrap_or_else(|| vec![pick])),
    }
}

/// The completion from `at` that [`ClosingTokens::pick`] finds, of at most `cap` tokens. `at` stays
/// where it is; after an error it may not.
///
/// [`ClosingTokens::pick`]: crate::grammar::vocabulary::closing_tokens::ClosingTokens::pick
pub(crate) fn find(
    at: &mut FormConstraint,
    cap: usize,
) -> Result<Option<Vec<TokenId>>, ConstraintError> {
    // Other forms may be such that cannot be taken back.
    let mut own = (!at.is_structured()).then(|| at.branch());
    let (taken, tokens) = complete(own.as_mut().unwrap_or(at), cap.min(WITNESS_MAX))?;
    match &mut own {
        Some(own) => *own = at.branch(),
        None => at.rollback(taken)?,
    }
    let Some(tokens) = tokens else { return Ok(None) };
    let found = shorter_spelling(at.vocabulary(), &tokens).unwrap_or_default();
    if found.is_empty() {
        return Ok(Some(tokens));
    }
    let trial = own.as_mut().unwrap_or(at);
    let taken = found.iter().take_while(|&&token| trial.accept(token).is_ok()).count();
    let whole = taken == found.len() && trial.may_stop();
    if own.is_none() {
        at.rollback(taken)?;
    }
    Ok(Some(if whole { found } else { tokens }))
}

/// Moves `at` along the completion. Returns the number of tokens that it has taken, and these if
/// they are a completion of at most `cap`.
fn complete(
    at: &mut FormConstraint,
    cap: usize,
) -> Result<(usize, Option<Vec<TokenId>>), ConstraintError> {
    let mut tokens = Vec::new();
    let vocabulary = at.vocabulary().clone();
    let mut mask = vec![0u32; vocabulary.trie().vocab_size().div_ceil(32)];
    while !at.may_stop() {
        if tokens.len() >= cap {
            return Ok((tokens.len(), None));
        }
        let next = match at.end_of_text() {
            Some(close) => vocabulary.spell(&close),
            None => {
                if at.mask_into(&mut mask)? == Allowed::Any {
                    return Ok((tokens.len(), None));
                }
                let plain = vocabulary.closers.is_text(&mask);
                match at.end_of_quoted().filter(|_| plain) {
                    Some(close) => vocabulary.spell(&close),
                    // Inside a text it would be letters.
                    None if plain => step(at, &mask, &tokens)?,
                    None => match rest_of_ending(at, &mask)? {
                        Some(ending) => ending,
                        None => step(at, &mask, &tokens)?,
                    },
                }
            }
        };
        if next.is_empty() {
            return Ok((tokens.len(), None));
        }
        let before = tokens.len();
        for token in next {
            // A text that is still too short takes the closing tag for text, or refuses it.
            if at.accept(token).is_err() {
                at.rollback(tokens.len() - before)?;
                tokens.truncate(before);
                let filler = vocabulary.spell(b"x");
                filler.iter().try_for_each(|&token| at.accept(token))?;
                tokens.extend(filler);
                break;
            }
            tokens.push(token);
        }
    }
    let taken = tokens.len();
    Ok((taken, (taken <= cap).then_some(tokens)))
}

/// The same text in fewer tokens, if there are any.
fn shorter_spelling(vocabulary: &Vocabulary, tokens: &[TokenId]) -> Option<Vec<TokenId>> {
    let words: Vec<&[u8]> = tokens.iter().map(|&token| vocabulary.text_bytes(token)).collect();
    if words.iter().any(|word| word.is_empty()) {
        return None;
    }
    vocabulary.spell_short(&words.concat()).filter(|few| few.len() < tokens.len())
}

/// A completion of the whole form, if one is known and each of its parts has one.
pub(crate) fn shortest(form: &Arc<CompiledForm>) -> Option<&Witness> {
    let find = || {
        let mut at = FormConstraint::in_form(form.clone());
        let mut known = find(&mut at, WITNESS_MAX).ok().flatten()?;
        let at = FormConstraint::in_form(form.clone());
        while let Some(fewer) = fewest(&at, known.len().saturating_sub(1)) {
            known = fewer;
        }
        Some(known)
    };
    let known = || form.closes.then(find).flatten().map(Witness::new);
    form.shortest.get_or_init(known).as_ref()
}
