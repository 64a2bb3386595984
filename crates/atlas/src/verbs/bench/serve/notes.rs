//! Remarks that belong to the figures of a row.

use super::report::RowReport;
use super::tables::load_name;

/// Share of cached prompt tokens above which a load that shares none gets a note.
const CACHED_SHARE_MAX: f64 = 0.05;

/// Latest send after its planned time without a note, ms.
const LAG_MS_MAX: f64 = 50.0;

/// Remarks on a row that a reader of its figures must know.
pub fn notes(row: &RowReport, stream: bool, full: bool, shares: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let name = load_name(&row.load);
    if let (Some(cached), Some(prompt)) = (row.cached_tokens, row.prompt_tokens)
        && !shares
        && cached as f64 > CACHED_SHARE_MAX * prompt as f64
    {
        notes.push(format!(
            "{name}: {:.0} % of the prompt tokens came from the server's prefix cache; another \
             --seed gives it unknown prompts",
            100.0 * cached as f64 / prompt as f64
        ));
    }
    if row.short_answers > 0 && full {
        notes.push(format!(
            "{name}: {} of {} answers are shorter than asked for; the server may ignore ignore_eos",
            row.short_answers, row.answered
        ));
    }
    if row.silent_answers > 0 && stream {
        notes.push(format!(
            "{name}: {} of {} answers hold no text and have no TTFT; --extra-body \
             '{{\"skip_special_tokens\": false}}' shows special tokens",
            row.silent_answers, row.answered
        ));
    }
    if row.output_tokens_from == "chunks" && row.answered > 0 {
        let counts = if stream { "chunks are counted instead" } else { "they count as none" };
        notes.push(format!("{name}: the server does not report output tokens; {counts}"));
    }
    if let Some(per_chunk) = row.tokens_per_chunk.filter(|t| *t > 1.05) {
        notes.push(format!(
            "{name}: {per_chunk:.2} tokens in a chunk; ITL is the time between chunks over them"
        ));
    }
    if let Some(lag) = row.send_lag_ms_max.filter(|lag| *lag > LAG_MS_MAX) {
        notes.push(format!("{name}: a request was sent {lag:.0} ms late; the client is too slow"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::notes;
    use crate::verbs::bench::serve::report::tests::row;

    #[test]
    fn unexpected_cache_hits_and_short_answers_are_noted() {
        let row = row("e2e=1s");
        assert_eq!(notes(&row, true, true, false).len(), 2);
        assert_eq!(notes(&row, true, false, true), [""; 0]);
    }
}
