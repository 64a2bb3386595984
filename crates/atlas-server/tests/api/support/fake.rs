//! A byte-level text model and an engine that plays scripts.

use atlas_core::{
    Allowed, CacheExplanation, CacheLimit, CacheParting, EngineError, EngineStats, FinishDetail,
    FinishReason, Finished, GenerateRequest, LogprobsMode, PositionLogprobs, RequestId, Settled,
    StreamSender, SubmitError, Tier, TokenEngine, TokenEvent, TokenId, TokenLogprob, TokenStream,
    Usage, token_stream,
};
use atlas_text::{MemoryFiles, TextModel, TextOptions};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Ids 0..256 are bytes; then a few merged tokens and the special ones.
pub const MERGED: [&str; 4] = ["he", "ll", "hell", "hello"];
pub const IM_START: TokenId = 260;
pub const IM_END: TokenId = 261;
pub const VOCAB: u32 = 262;
pub const SEQ_LEN_MAX: u32 = 512;

const TEMPLATE: &str = "{%- if tools %}<|im_start|>tools\n{{ tools | tojson }}<|im_end|>\n{% endif -%}\
{%- for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor -%}\
{%- if add_generation_prompt %}<|im_start|>assistant\n{% endif -%}\
{%- if shout %}LOUD {% endif -%}";

/// The character that stands for a byte in byte-level vocabularies.
fn byte_char(byte: u8) -> char {
    let plain =
        |b: u32| (33..=126).contains(&b) || (161..=172).contains(&b) || (174..=255).contains(&b);
    if plain(u32::from(byte)) {
        return char::from(byte);
    }
    let rank = (0..u32::from(byte)).filter(|b| !plain(*b)).count() as u32;
    char::from_u32(256 + rank).expect("below the surrogates")
}

fn tokenizer_json() -> Value {
    let mut vocab = Map::new();
    for byte in 0..=255u8 {
        vocab.insert(byte_char(byte).to_string(), json!(byte));
    }
    for (i, token) in MERGED.iter().enumerate() {
        vocab.insert((*token).to_owned(), json!(256 + i));
    }
    let special = |id: TokenId, content: &str| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": false,
               "rstrip": false, "normalized": false, "special": true})
    };
    json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": [special(IM_START, "<|im_start|>"), special(IM_END, "<|im_end|>")],
        "normalizer": null,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true},
        "post_processor": null,
        "decoder": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true},
        "model": {
            "type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": null,
            "end_of_word_suffix": null, "fuse_unk": false, "byte_fallback": false,
            "ignore_merges": false, "vocab": vocab,
            "merges": ["h e", "l l", "he ll", "hell o"],
        },
    })
}

/// The text model of most tests, made once.
pub fn text_model() -> Arc<TextModel> {
    static MODEL: OnceLock<Arc<TextModel>> = OnceLock::new();
    MODEL.get_or_init(|| text_model_with(TEMPLATE)).clone()
}

/// The same tokenizer under another chat template.
pub fn text_model_with(template: &str) -> Arc<TextModel> {
    text_model_of(template, |_, _| ())
}

/// The same, with changes of `tokenizer.json` and `tokenizer_config.json`.
pub fn text_model_of(
    template: &str,
    change: impl FnOnce(&mut Value, &mut Value),
) -> Arc<TextModel> {
    let mut tokenizer = tokenizer_json();
    let mut config = json!({"eos_token": "<|im_end|>", "chat_template": template});
    change(&mut tokenizer, &mut config);
    let (tokenizer, config) = (tokenizer.to_string(), config.to_string());
    let files = MemoryFiles(vec![
        ("tokenizer.json", tokenizer.as_bytes()),
        ("tokenizer_config.json", config.as_bytes()),
    ]);
    Arc::new(TextModel::load(&files, TextOptions::default()).expect("text model"))
}

/// Tokens that answer a request, before they are cut at `max_tokens` and stop tokens.
type Script = dyn Fn(&GenerateRequest) -> Vec<TokenId> + Send + Sync;

#[derive(Clone, Copy, Debug, Default)]
pub struct Knobs {
    pub delay: Duration,
    /// Requests at once; one more is refused.
    pub capacity: Option<u64>,
    /// Fail after this many tokens.
    pub fail_after: Option<usize>,
    /// End with the engine's own abort after this many tokens.
    pub abort_after: Option<u32>,
    /// Vanish without a terminal item after this many tokens.
    pub die_after: Option<u32>,
    pub panic_on_submit: bool,
    pub shut_down: bool,
    pub cached_tokens: u32,
    pub stored_tokens: u32,
}

/// Plays a script, one thread a request.
pub struct FakeEngine {
    script: Box<Script>,
    knobs: Mutex<Knobs>,
    next_id: AtomicU64,
    running: Arc<AtomicU64>,
    aborted: Arc<AtomicU64>,
    generated: Arc<AtomicU64>,
    pub seen: Mutex<Vec<GenerateRequest>>,
}

impl FakeEngine {
    pub fn new(
        script: impl Fn(&GenerateRequest) -> Vec<TokenId> + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            script: Box::new(script),
            knobs: Mutex::default(),
            next_id: AtomicU64::new(1),
            running: Arc::default(),
            aborted: Arc::default(),
            generated: Arc::default(),
            seen: Mutex::default(),
        })
    }

    /// Says `text` and ends with the stop token.
    pub fn says(text: &str) -> Arc<Self> {
        let mut tokens = bytes(text);
        tokens.push(IM_END);
        Self::new(move |_| tokens.clone())
    }

    /// Says `thought`. Where the request's constraint wants something else it does that, and then
    /// goes on with `answer`.
    pub fn thinks(thought: &str, answer: &str) -> Arc<Self> {
        let [thought, answer] = [thought, answer].map(|text| [bytes(text), vec![IM_END]].concat());
        Self::new(move |request| steered(request, &thought, &answer))
    }

    /// Says something that depends on the seed and never stops by itself.
    pub fn babbles() -> Arc<Self> {
        Self::new(|r| babble(r.sampling.seed, r.sampling.max_tokens as usize))
    }

    pub fn set(&self, change: impl FnOnce(&mut Knobs)) {
        change(&mut self.knobs.lock().expect("knobs"));
    }

    pub fn running(&self) -> u64 {
        self.running.load(Ordering::SeqCst)
    }

    pub fn aborted(&self) -> u64 {
        self.aborted.load(Ordering::SeqCst)
    }

    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::SeqCst)
    }

    pub fn last_request(&self) -> GenerateRequest {
        self.seen.lock().expect("seen").last().expect("a request").clone()
    }
}

/// A thought and the answer after it, as a constraint allows them.
fn steered(request: &GenerateRequest, thought: &[TokenId], answer: &[TokenId]) -> Vec<TokenId> {
    let Some(mut held) = request.constraint.clone() else { return thought.to_vec() };
    let (mut tokens, mut mask) = (Vec::new(), vec![0u32; VOCAB as usize / 32 + 1]);
    let mut wishes = thought.iter();
    while tokens.len() < request.sampling.max_tokens as usize {
        let wish = wishes.as_slice().first().copied().unwrap_or(IM_END);
        let allowed = held.mask_into(&mut mask).expect("a mask");
        let fits = mask[wish as usize / 32] & (1 << (wish % 32)) != 0;
        let token = match allowed {
            _ if wish == IM_END && held.may_stop() => wish,
            Allowed::Any => wish,
            _ if fits => wish,
            Allowed::Instead(token) => token,
            Allowed::Masked => match mask.iter().position(|word| *word != 0) {
                Some(word) => word as TokenId * 32 + mask[word].trailing_zeros(),
                None => IM_END,
            },
        };
        let token = match held.settle(token) {
            Settled::Token(settled) if token != IM_END => settled,
            _ => IM_END,
        };
        tokens.push(token);
        if token == IM_END {
            break;
        }
        // Not what it wished: the thought is over.
        let was = wishes.next();
        if Some(&token) != was {
            wishes = answer.iter();
        }
        held.accept(token).expect("it is allowed");
    }
    tokens
}

/// One token a byte.
pub fn bytes(text: &str) -> Vec<TokenId> {
    text.bytes().map(TokenId::from).collect()
}

/// A small generator of words, white space, characters of all lengths and broken ones.
pub fn babble(seed: u64, count: usize) -> Vec<TokenId> {
    const PIECES: [&[u8]; 12] = [
        b"a",
        b" ",
        b"\n",
        b"\n\n",
        b"stop",
        b"st",
        b"op",
        "\u{e9}".as_bytes(),
        "\u{20ac}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\xe2\x82",
        b"\xff",
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
    let mut tokens = Vec::new();
    while tokens.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        match (state >> 20) % 14 {
            12 => tokens.push(259),
            13 => tokens.push(IM_START),
            piece => tokens.extend(PIECES[piece as usize].iter().map(|b| TokenId::from(*b))),
        }
    }
    tokens.truncate(count);
    tokens
}

fn position(token: TokenId, mode: LogprobsMode) -> Option<PositionLogprobs> {
    let LogprobsMode::Top(k) = mode else { return None };
    let entry =
        |token: TokenId, rank: u32| TokenLogprob { token, logprob: -0.5 * rank as f32, rank };
    let top = (0..k).map(|i| entry((token + i) % VOCAB, i + 1)).collect();
    Some(PositionLogprobs { chosen: entry(token, 1), top })
}

struct Play {
    request: GenerateRequest,
    tokens: Vec<TokenId>,
    knobs: Knobs,
    tx: StreamSender,
    generated: Arc<AtomicU64>,
}

impl Play {
    /// True if the request ran to its end.
    fn run(self) -> bool {
        let sampling = &self.request.sampling;
        if sampling.prompt_logprobs != LogprobsMode::Off {
            let rest = self.request.prompt.iter().skip(1);
            let list = rest.filter_map(|t| position(*t, sampling.prompt_logprobs)).collect();
            self.tx.send(TokenEvent::PromptLogprobs(list));
        }
        self.tx.note_prompt(self.knobs.cached_tokens, self.knobs.stored_tokens);
        let mut count = 0u32;
        let mut end = (FinishReason::Length, FinishDetail::MaxTokens);
        for &token in self.tokens.iter().take(sampling.max_tokens as usize) {
            if self.knobs.delay > Duration::ZERO {
                std::thread::sleep(self.knobs.delay);
            }
            if self.tx.is_abandoned() {
                return false;
            }
            if self.knobs.fail_after == Some(count as usize) {
                self.tx.send(TokenEvent::Failed(EngineError::NanLogits { position: count }));
                return true;
            }
            if self.knobs.die_after == Some(count) {
                return true;
            }
            if self.knobs.abort_after == Some(count) {
                end = (FinishReason::Abort, FinishDetail::Cancelled);
                break;
            }
            if self.request.deadline.is_some_and(|at| Instant::now() >= at) {
                end = (FinishReason::Length, FinishDetail::Deadline);
                break;
            }
            count += 1;
            self.generated.fetch_add(1, Ordering::SeqCst);
            self.tx.send(TokenEvent::Token { token, logprobs: position(token, sampling.logprobs) });
            let eos = !sampling.ignore_eos && self.request.eos_token_ids.contains(&token);
            if eos || sampling.stop_token_ids.contains(&token) {
                end = (FinishReason::Stop, FinishDetail::StopToken(token));
                break;
            }
        }
        let usage = Usage {
            prompt_tokens: self.request.prompt.len() as u32,
            completion_tokens: count,
            cached_tokens: self.knobs.cached_tokens,
            preemptions: 0,
        };
        let (reason, detail) = end;
        self.tx.send(TokenEvent::Done(Finished { reason, detail, usage, queue_seconds: 0.0 }));
        true
    }
}

impl TokenEngine for FakeEngine {
    fn submit(&self, request: GenerateRequest) -> Result<TokenStream, SubmitError> {
        let knobs = *self.knobs.lock().expect("knobs");
        assert!(!knobs.panic_on_submit, "asked to panic");
        if knobs.shut_down {
            return Err(SubmitError::ShuttingDown);
        }
        if let Some(capacity) = knobs.capacity.filter(|c| self.running() >= *c) {
            let waiting = capacity as u32;
            return Err(SubmitError::QueueFull { waiting, retry_after_seconds: 3 });
        }
        self.seen.lock().expect("seen").push(request.clone());
        let id = RequestId(self.next_id.fetch_add(1, Ordering::SeqCst));
        let (tx, stream) = token_stream(id, None);
        let tokens = (self.script)(&request);
        let play = Play { request, tokens, knobs, tx, generated: self.generated.clone() };
        let (running, aborted) = (self.running.clone(), self.aborted.clone());
        running.fetch_add(1, Ordering::SeqCst);
        std::thread::spawn(move || {
            if !play.run() {
                aborted.fetch_add(1, Ordering::SeqCst);
            }
            running.fetch_sub(1, Ordering::SeqCst);
        });
        Ok(stream)
    }

    fn abort(&self, _request: RequestId) {}

    /// Every second request parts from another after its first token.
    fn explain(&self, request: RequestId) -> Option<CacheExplanation> {
        let parting = CacheParting {
            position: 1,
            before: bytes("T"),
            cached: bytes("uesday"),
            asked: bytes("hursday"),
        };
        let parts = request.0.is_multiple_of(2);
        Some(CacheExplanation {
            prompt_tokens: 90,
            matched_tokens: 64,
            usable_tokens: 32,
            tier: Some(if parts { Tier::Host } else { Tier::Device }),
            why: if parts { CacheLimit::Parted } else { CacheLimit::NoSnapshot },
            parting: parts.then_some(parting),
        })
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            running: self.running() as u32,
            slots_total: 8,
            kv_blocks_total: 64,
            kv_block_tokens: 32,
            generated_tokens: self.generated(),
            ..EngineStats::default()
        }
    }
}
