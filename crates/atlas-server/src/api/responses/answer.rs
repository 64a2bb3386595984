//! Parts of an answer as output items. Whole answers and streams both come from here: what a
//! stream sends is what changed in the items.

use super::conversation::sealed;
use super::types::events::{Change, Place};
use super::types::items::{Item, ItemIds, ItemStatus, Part, joined};
use atlas_text::OutputEvent;
use std::collections::HashMap;

/// What an item under way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Reasoning,
    Message,
    Call,
}

/// The output items of one answer.
#[derive(Debug, Default)]
pub struct Output {
    items: Vec<Item>,
    /// What the last item is, if it is under way.
    open: Option<Open>,
    /// Whether there is a message or a call.
    answered: bool,
    /// Reasoning also goes into `encrypted_content`.
    seal: bool,
    ids: ItemIds,
    namespaced: Namespaced,
}

/// Namespace and name of the functions in namespaces, by the names the model uses.
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

    /// Takes a part of the answer; `tell` hears what changed.
    pub fn part(&mut self, part: OutputEvent, tell: &mut impl FnMut(Change)) {
        match part {
            OutputEvent::Reasoning(text) => self.text(Open::Reasoning, text, tell),
            OutputEvent::Text(text) => self.text(Open::Message, text, tell),
            OutputEvent::CallBegin { name, .. } => {
                self.close(ItemStatus::Completed, tell);
                let (namespace, name) = match self.namespaced.get(&name) {
                    Some((namespace, name)) => (Some(namespace.clone()), name.clone()),
                    None => (None, name),
                };
                self.begin(Open::Call, Item::call(&self.ids, namespace, name), tell);
            }
            OutputEvent::CallArguments { json, .. } => {
                let place = self.place();
                if let Some(Item::FunctionCall { arguments, .. }) = self.items.last_mut() {
                    arguments.push_str(&json);
                    tell(Change::ArgumentsDelta { place, delta: json });
                }
            }
            OutputEvent::CallEnd { .. } => self.close(ItemStatus::Completed, tell),
            OutputEvent::CallCut { .. } => self.close(ItemStatus::Incomplete, tell),
            OutputEvent::Note(_) => {}
        }
    }

    /// Nothing follows. `cut`: the answer was ended by its length.
    pub fn end(&mut self, cut: bool, tell: &mut impl FnMut(Change)) {
        let status = if cut { ItemStatus::Incomplete } else { ItemStatus::Completed };
        self.close(status, tell);
        if !cut && !self.answered {
            // A model that ends its turn at once has said nothing, which is a message too.
            self.text(Open::Message, String::new(), tell);
            self.close(status, tell);
        }
    }

    fn place(&self) -> Place {
        let id = self.items.last().map_or("", Item::id).to_owned();
        Place { item_id: id, output_index: self.items.len().saturating_sub(1), content_index: None }
    }

    fn begin(&mut self, open: Open, item: Item, tell: &mut impl FnMut(Change)) {
        self.items.push(item.clone());
        self.open = Some(open);
        self.answered |= open != Open::Reasoning;
        tell(Change::ItemAdded { output_index: self.items.len() - 1, item });
    }

    fn text(&mut self, kind: Open, text: String, tell: &mut impl FnMut(Change)) {
        if self.open != Some(kind) {
            self.close(ItemStatus::Completed, tell);
            let (item, part) = match kind {
                Open::Reasoning => {
                    let part = Part::ReasoningText { text: String::new() };
                    (Item::reasoning(&self.ids), part)
                }
                Open::Message | Open::Call => (Item::message(&self.ids), Part::output("")),
            };
            self.begin(kind, item, tell);
            if let Some(content) = self.content() {
                content.push(part.clone());
            }
            tell(Change::PartAdded { place: self.place().content(), part });
        }
        if text.is_empty() {
            return;
        }
        if let Some(part) = self.content().and_then(|c| c.last_mut()) {
            part.push(&text);
        }
        let place = self.place().content();
        tell(match kind {
            Open::Reasoning => Change::ReasoningDelta { place, delta: text },
            Open::Message | Open::Call => Change::TextDelta { place, logprobs: [], delta: text },
        });
    }

    /// The content of the last item.
    fn content(&mut self) -> Option<&mut Vec<Part>> {
        match self.items.last_mut() {
            Some(Item::Message { content, .. } | Item::Reasoning { content, .. }) => Some(content),
            _ => None,
        }
    }

    fn close(&mut self, status: ItemStatus, tell: &mut impl FnMut(Change)) {
        let Some(open) = self.open.take() else { return };
        let (place, seal) = (self.place(), self.seal);
        let Some(item) = self.items.last_mut() else { return };
        item.set_status(status);
        match item {
            Item::Message { content, .. } | Item::Reasoning { content, .. } => {
                // An item of an answer has one part.
                if let Some(part) = content.first().cloned() {
                    let (place, text) = (place.clone().content(), part.text().to_owned());
                    tell(match open {
                        Open::Reasoning => Change::ReasoningDone { place: place.clone(), text },
                        Open::Message | Open::Call => {
                            Change::TextDone { place: place.clone(), logprobs: [], text }
                        }
                    });
                    tell(Change::PartDone { place, part });
                }
            }
            Item::FunctionCall { name, arguments, .. } => {
                let (place, name, arguments) = (place.clone(), name.clone(), arguments.clone());
                tell(Change::ArgumentsDone { place, name, arguments });
            }
            Item::FunctionCallOutput { .. } => {}
        }
        if let (true, Item::Reasoning { content, encrypted_content, .. }) = (seal, &mut *item) {
            *encrypted_content = Some(sealed(&joined(content)));
        }
        tell(Change::ItemDone { output_index: place.output_index, item: item.clone() });
    }
}
