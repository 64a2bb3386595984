//! Output items of an answer. Whole and streamed answers are made from the same changes: a stream
//! sends every change of the items.

use super::conversation::sealed;
use super::types::events::{Change, OutputPlace};
use super::types::items::{ContentPart, Item, ItemIds, ItemStatus, joined};
use atlas_text::OutputEvent;
use std::collections::HashMap;

/// The kinds of item that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenItem {
    Reasoning,
    Message,
    Call,
}

/// The output items of one answer.
#[derive(Debug, Default)]
pub struct Output {
    items: Vec<Item>,
    /// The kind of the last item, if it is open.
    open: Option<OpenItem>,
    /// Whether the answer has a message or a call.
    answered: bool,
    /// Whether reasoning goes into `encrypted_content` too.
    seal: bool,
    ids: ItemIds,
    namespaced: Namespaced,
}

/// Namespace and name of namespaced functions, by the name that the model uses.
pub type Namespaced = HashMap<String, (String, String)>;

impl Output {
    pub fn new(seal: bool, ids: ItemIds, namespaced: Namespaced) -> Self {
        Self { seal, ids, namespaced, ..Self::default() }
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn into_items(self) -> Vec<Item> {
        self.items
    }

    /// Adds a part of the answer; `emit` gets every change.
    pub fn part(&mut self, part: OutputEvent, emit: &mut impl FnMut(Change)) {
        match part {
            OutputEvent::Reasoning(text) => self.text(OpenItem::Reasoning, text, emit),
            OutputEvent::Text(text) => self.text(OpenItem::Message, text, emit),
            OutputEvent::CallBegin { name, .. } => {
                self.close(ItemStatus::Completed, emit);
                let (namespace, name) = match self.namespaced.get(&name) {
                    Some((namespace, name)) => (Some(namespace.clone()), name.clone()),
                    None => (None, name),
                };
                self.begin(OpenItem::Call, Item::call(&self.ids, namespace, name), emit);
            }
            OutputEvent::CallArguments { json, .. } => {
                let place = self.place();
                if let Some(Item::FunctionCall { arguments, .. }) = self.items.last_mut() {
                    arguments.push_str(&json);
                    emit(Change::ArgumentsDelta { place, delta: json });
                }
            }
            OutputEvent::CallEnd { .. } => self.close(ItemStatus::Completed, emit),
            OutputEvent::CallCut { .. } => self.close(ItemStatus::Incomplete, emit),
            OutputEvent::Note(_) => {}
        }
    }

    /// Ends the answer. `cut` says that a limit ended it.
    pub fn end(&mut self, cut: bool, emit: &mut impl FnMut(Change)) {
        let status = if cut { ItemStatus::Incomplete } else { ItemStatus::Completed };
        self.close(status, emit);
        if !cut && !self.answered {
            // A model that ends its turn at once has given an empty message.
            self.text(OpenItem::Message, String::new(), emit);
            self.close(status, emit);
        }
    }

    fn place(&self) -> OutputPlace {
        let id = self.items.last().map_or("", Item::id).to_owned();
        OutputPlace {
            item_id: id,
            output_index: self.items.len().saturating_sub(1),
            content_index: None,
        }
    }

    fn begin(&mut self, open: OpenItem, item: Item, emit: &mut impl FnMut(Change)) {
        self.items.push(item.clone());
        self.open = Some(open);
        self.answered |= open != OpenItem::Reasoning;
        emit(Change::ItemAdded { output_index: self.items.len() - 1, item });
    }

    fn text(&mut self, kind: OpenItem, text: String, emit: &mut impl FnMut(Change)) {
        if self.open != Some(kind) {
            self.close(ItemStatus::Completed, emit);
            let (item, part) = match kind {
                OpenItem::Reasoning => {
                    let part = ContentPart::ReasoningText { text: String::new() };
                    (Item::reasoning(&self.ids), part)
                }
                OpenItem::Message | OpenItem::Call => {
                    (Item::message(&self.ids), ContentPart::output(""))
                }
            };
            self.begin(kind, item, emit);
            if let Some(content) = self.content() {
                content.push(part.clone());
            }
            emit(Change::PartAdded { place: self.place().content(), part });
        }
        if text.is_empty() {
            return;
        }
        if let Some(part) = self.content().and_then(|c| c.last_mut()) {
            part.push(&text);
        }
        let place = self.place().content();
        emit(match kind {
            OpenItem::Reasoning => Change::ReasoningDelta { place, delta: text },
            OpenItem::Message | OpenItem::Call => {
                Change::TextDelta { place, logprobs: [], delta: text }
            }
        });
    }

    /// The content of the last item.
    fn content(&mut self) -> Option<&mut Vec<ContentPart>> {
        match self.items.last_mut() {
            Some(Item::Message { content, .. } | Item::Reasoning { content, .. }) => Some(content),
            _ => None,
        }
    }

    fn close(&mut self, status: ItemStatus, emit: &mut impl FnMut(Change)) {
        let Some(open) = self.open.take() else { return };
        let (place, seal) = (self.place(), self.seal);
        let Some(item) = self.items.last_mut() else { return };
        item.set_status(status);
        match item {
            Item::Message { content, .. } | Item::Reasoning { content, .. } => {
                // An item of an answer has one part.
                if let Some(part) = content.first().cloned() {
                    let (place, text) = (place.clone().content(), part.text().to_owned());
                    emit(match open {
                        OpenItem::Reasoning => Change::ReasoningDone { place: place.clone(), text },
                        OpenItem::Message | OpenItem::Call => {
                            Change::TextDone { place: place.clone(), logprobs: [], text }
                        }
                    });
                    emit(Change::PartDone { place, part });
                }
            }
            Item::FunctionCall { name, arguments, .. } => {
                let (place, name, arguments) = (place.clone(), name.clone(), arguments.clone());
                emit(Change::ArgumentsDone { place, name, arguments });
            }
            Item::FunctionCallOutput { .. } => {}
        }
        if let (true, Item::Reasoning { content, encrypted_content, .. }) = (seal, &mut *item) {
            *encrypted_content = Some(sealed(&joined(content)));
        }
        emit(Change::ItemDone { output_index: place.output_index, item: item.clone() });
    }
}
