//! `atlas chat` over a real engine.

mod conversation;

use crate::cli::ChatArgs;
use crate::launch::{self, Launched};
use crate::observer::Silent;
use crate::print::say;
use anyhow::{Context, Result, anyhow};
use atlas_core::{
    ClientId, FinishDetail, GenerateRequest, Priority, SamplingParams, TokenEngine, TokenEvent,
};
use atlas_server::SamplingDefaults;
use atlas_text::{ChatRequest, Detok, TextModel};
use conversation::Answerer;
use serde_json::{Map, Value};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Loads the model and talks until the input ends.
pub fn run(args: &ChatArgs) -> Result<()> {
    let loaded = launch::load(&args.model, true)?;
    let profile = loaded.profile()?.1;
    let defaults = if args.think { profile.thinking() } else { profile.plain() };
    let name = loaded.source.name();
    let launched = launch::start(loaded, Arc::new(Silent))?;
    let text = launched.text.clone().context("this model has no tokenizer, so it cannot chat")?;
    let interrupt = watch_interrupts()?;
    if std::io::stdin().is_terminal() {
        say!("{name}. /help lists the commands.");
    }
    let mut answerer = EngineAnswerer { launched: &launched, text, args, defaults };
    let result = conversation::run(
        &mut std::io::stdin().lock(),
        &mut std::io::stdout(),
        args.system.as_deref(),
        &mut answerer,
        &|| interrupt.swap(false, Ordering::AcqRel),
    );
    launched.engine.shutdown();
    result
}

/// Ctrl-C sets the flag instead of ending the program.
fn watch_interrupts() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("atlas-interrupt".into()).spawn(move || {
        runtime.block_on(async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                set.store(true, Ordering::Release);
            }
        });
    })?;
    Ok(flag)
}

struct EngineAnswerer<'a> {
    launched: &'a Launched,
    text: Arc<TextModel>,
    args: &'a ChatArgs,
    defaults: SamplingDefaults,
}

impl Answerer for EngineAnswerer<'_> {
    fn answer(
        &mut self,
        messages: &[Value],
        on_text: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String> {
        let mut kwargs = Map::new();
        if self.args.think {
            kwargs.insert("enable_thinking".into(), Value::Bool(true));
        }
        let chat = ChatRequest {
            messages: messages.to_vec(),
            chat_template_kwargs: kwargs,
            ..ChatRequest::default()
        };
        let prompt = self.text.lower_chat(&chat)?;
        let request = self.request(prompt.tokens)?;
        let mut stream = self.launched.engine.submit(request)?;
        let mut detok = Detok::new(self.text.tokenizer().clone(), true);
        let (mut answer, mut pending) = (String::new(), None);
        while let Some(event) = stream.blocking_next() {
            match event {
                // The last token may turn out to be the stop token, which is no text.
                TokenEvent::Token { token, .. } => {
                    if let Some(earlier) = pending.replace(token) {
                        let piece = detok.push(earlier);
                        answer.push_str(&piece);
                        if !piece.is_empty() && !on_text(&piece) {
                            return Ok(answer);
                        }
                    }
                }
                TokenEvent::Done(done) => {
                    let mut tail = String::new();
                    if !matches!(
                        done.detail,
                        FinishDetail::StopToken(_) | FinishDetail::ConstraintComplete
                    ) {
                        tail.extend(pending.map(|t| detok.push(t)));
                    }
                    tail.push_str(&detok.finish());
                    answer.push_str(&tail);
                    on_text(&tail);
                }
                TokenEvent::Failed(e) => return Err(e.into()),
                TokenEvent::PromptLogprobs(_) => {}
            }
        }
        Ok(answer)
    }
}

impl EngineAnswerer<'_> {
    fn request(&self, prompt: Vec<u32>) -> Result<GenerateRequest> {
        let room = self.launched.limits.seq_len_max.saturating_sub(prompt.len() as u32);
        if room == 0 {
            return Err(anyhow!(
                "the conversation has {} tokens and the context holds {}; /reset starts afresh",
                prompt.len(),
                self.launched.limits.seq_len_max
            ));
        }
        let d = &self.defaults;
        let sampling = SamplingParams {
            temperature: self.args.temperature.unwrap_or(d.temperature),
            top_k: d.top_k,
            top_p: d.top_p,
            min_p: d.min_p,
            presence_penalty: d.presence_penalty,
            seed: self.args.seed,
            max_tokens: self.args.max_tokens.min(room),
            ..SamplingParams::default()
        };
        Ok(GenerateRequest {
            prompt,
            sampling,
            eos_token_ids: self.text.stops().ids(),
            priority: Priority::default(),
            client: ClientId::default(),
            call: None,
            drafts: None,
            deadline: None,
            constraint: None,
            cache: Default::default(),
        })
    }
}
