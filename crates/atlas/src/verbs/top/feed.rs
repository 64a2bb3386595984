//! The connection: reads `/debug/engine` on a thread of its own, and again when it is lost.

use super::wire::{End, Hello, State, Text, Tree};
use crate::verbs::bench::serve::client::{Failure, Target, root_cause};
use crate::verbs::bench::serve::events::EventReader;
use crossbeam_channel::{Receiver, Sender, bounded};
use http_body_util::BodyExt;
use std::io;
use std::time::{Duration, Instant};
use tokio::signal::unix::{Signal, SignalKind, signal};

const ROUTE: &str = "/debug/engine";
const TREE_ROUTE: &str = "/debug/prefix";

/// Time between two looks at the prefix tree, and the longest time to an answer.
const TREE_EVERY: Duration = Duration::from_secs(5);
const TREE_MAX: Duration = Duration::from_secs(10);

/// First and longest pause before the next attempt; each is twice the one before.
const PAUSE_FIRST: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(5);

/// A connection that held so long starts the pauses anew.
const HELD: Duration = Duration::from_secs(3);

/// Longest time without an event. The server sends one every two seconds, but `hello` may come
/// behind a measurement.
const SILENCE_MAX: Duration = Duration::from_secs(15);

/// Most news that are not shown yet.
const NEWS_MAX: usize = 256;

/// One thing that the connection tells.
#[derive(Debug)]
pub enum News {
    Hello(Hello),
    State(Box<State>),
    /// The prefix tree, or why there is none.
    Tree(Result<Tree, Text>),
    /// The server stops, for this reason.
    Ended(Text),
    /// The connection is gone, or there was none; the next attempt comes after the pause.
    Lost {
        why: Refusal,
        pause: Duration,
    },
    /// The process is to end.
    Stop,
}

/// Reason for which there is no stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub why: Text,
    /// The server answered, and will answer the same again until it is started otherwise.
    pub lasting: bool,
}

/// Starts the thread that listens to `target`, for as long as the receiver is there.
///
/// # Errors
/// The system has no thread or no signals for it.
pub fn start(target: Target) -> io::Result<Receiver<News>> {
    let (sender, news) = bounded(NEWS_MAX);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let guard = runtime.enter();
    let signals = [signal(SignalKind::terminate())?, signal(SignalKind::hangup())?];
    drop(guard);
    std::thread::Builder::new().name("atlas-top".to_owned()).spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                () = follow(&target, &sender) => {}
                () = look(&target, &sender) => {}
                () = stopped(signals) => drop(sender.send(News::Stop)),
            }
        });
    })?;
    Ok(news)
}

async fn stopped([mut terminate, mut hangup]: [Signal; 2]) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

/// Connects again and again, until the reader of the news is gone.
async fn follow(target: &Target, sender: &Sender<News>) {
    let mut pause = PAUSE_FIRST;
    loop {
        let started = Instant::now();
        let Some(failure) = listen(target, sender).await.err() else { return };
        if started.elapsed() >= HELD {
            pause = PAUSE_FIRST;
        }
        if sender.send(News::Lost { why: refusal(&failure), pause }).is_err() {
            return;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Asks for the prefix tree again and again, until the reader of the news is gone.
async fn look(target: &Target, sender: &Sender<News>) {
    loop {
        let read = target.get(TREE_ROUTE, TREE_MAX).await;
        let tree = match read {
            Ok(body) => serde_json::from_str(&body).map_err(|error| Text::new(&error.to_string())),
            Err(failure) => Err(refusal(&failure).why),
        };
        if sender.send(News::Tree(tree)).is_err() {
            return;
        }
        tokio::time::sleep(TREE_EVERY).await;
    }
}

/// Reads the stream until it ends, which is always an error, or the reader of the news is gone.
async fn listen(target: &Target, sender: &Sender<News>) -> Result<(), Failure> {
    let mut body = target.open(ROUTE).await?.into_body();
    let mut reader = EventReader::default();
    let cut = |why: String| Failure::CutStream(why);
    loop {
        let frame = tokio::time::timeout(SILENCE_MAX, body.frame()).await;
        let silent = || cut(format!("no event for {} s", SILENCE_MAX.as_secs()));
        let frame = frame.map_err(|_| silent())?;
        let frame = frame.ok_or_else(|| cut("the stream ended".to_owned()))?;
        let frame = frame.map_err(|e| cut(format!("the stream broke: {}", root_cause(&e))))?;
        let Ok(bytes) = frame.into_data() else { continue };
        for news in read(&mut reader, &bytes).map_err(Failure::Answer)? {
            if sender.send(news).is_err() {
                return Ok(());
            }
        }
    }
}

/// News of the events that `bytes` end.
///
/// # Errors
/// An event that cannot be read.
fn read(reader: &mut EventReader, bytes: &[u8]) -> Result<Vec<News>, String> {
    let (mut list, mut bad) = (Vec::new(), None);
    reader.push_named(bytes, &mut |name, data| match news(name, data) {
        Ok(news) => list.extend(news),
        Err(e) => bad = bad.take().or(Some(format!("the event {name:?} cannot be read: {e}"))),
    })?;
    bad.map_or(Ok(list), Err)
}

/// The news of an event; later versions of the server may have more names.
fn news(name: &str, data: &str) -> serde_json::Result<Option<News>> {
    Ok(match name {
        "hello" => Some(News::Hello(serde_json::from_str(data)?)),
        "state" => Some(News::State(serde_json::from_str(data)?)),
        "end" => Some(News::Ended(serde_json::from_str::<End>(data)?.reason)),
        _ => None,
    })
}

/// The reason in words, with the fix where it is known.
fn refusal(failure: &Failure) -> Refusal {
    let (why, lasting) = match failure {
        Failure::Status(404, _) => (
            "404: this server does not show its engine; it does on loopback, or if it is started \
             with --debug-endpoints"
                .to_owned(),
            true,
        ),
        Failure::Status(401, _) => (
            "401: the server asks for an API key that it knows: pass --api-key KEY, or set \
             ATLAS_API_KEY"
                .to_owned(),
            true,
        ),
        Failure::Status(status @ 400..=499, message) => (format!("{status}: {message}"), true),
        Failure::Status(status, message) => (format!("{status}: {message}"), false),
        Failure::Timeout(after) => (format!("no answer within {} s", after.as_secs()), false),
        other => (other.to_string(), false),
    };
    Refusal { why: Text::new(&why), lasting }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "event: hello\ndata: {\"model\": \"m\", \"colour\": 1}\n\n: comment\n\n\
         event: weather\ndata: not even JSON\n\nevent: state\r\ndata: {\"time\": 7, \"x\": {}}\r\n\
         \r\nevent: end\ndata: {\"reason\": \"draining\"}\n\n";

    fn told(pieces: &[&[u8]]) -> Result<Vec<String>, String> {
        let (mut reader, mut out) = (EventReader::default(), Vec::new());
        for piece in pieces {
            out.extend(read(&mut reader, piece)?.into_iter().map(|news| match news {
                News::Hello(hello) => format!("hello {}", hello.model),
                News::State(state) => format!("state {}", state.time),
                News::Ended(reason) => format!("end {reason}"),
                other => format!("{other:?}"),
            }));
        }
        Ok(out)
    }

    #[test]
    fn events_cut_anywhere_are_the_same_and_unknown_ones_are_ignored() {
        let text = STREAM.as_bytes();
        for cut in 0..=text.len() {
            let all = told(&[&text[..cut], &text[cut..]]).unwrap();
            assert_eq!(all, ["hello m", "state 7", "end draining"], "{cut}");
        }
        assert_eq!(told(&[&text[..text.len() - 1]]).unwrap().len(), 2);
    }

    #[test]
    fn an_event_that_cannot_be_read_is_named() {
        let text = told(&[b"event: state\ndata: [}\n\n"]).unwrap_err();
        assert!(text.contains("\"state\""), "{text}");
    }

    #[test]
    fn refusals_say_what_helps() {
        let of = |status| refusal(&Failure::Status(status, "no\u{1b}[31m".to_owned()));
        assert!(of(404).lasting && of(404).why.as_str().contains("--debug-endpoints"));
        assert!(of(401).lasting && of(401).why.as_str().contains("--api-key"));
        assert_eq!(of(503), Refusal { why: Text::new("503: no[31m"), lasting: false });
        assert!(!refusal(&Failure::Connection("gone".to_owned())).lasting);
    }
}
