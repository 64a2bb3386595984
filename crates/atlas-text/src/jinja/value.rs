//! Values of a template: Python's plain data, and objects such as macros and namespaces.

use super::error::{Error, Result, fail};
use indexmap::{Equivalent, IndexMap};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// A value. Lists and dicts never change: the sandbox refuses all that would change them.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// With the message of an error that uses it.
    Undefined(Rc<str>),
    None,
    Bool(bool),
    Int(i64),
    /// Beyond 64 bits.
    Big(Rc<BigInt>),
    Float(f64),
    Str(Text),
    List(Rc<Vec<Value>>),
    Tuple(Rc<Vec<Value>>),
    Dict(Rc<Dict>),
    /// Start, stop and step.
    Range(i64, i64, i64),
    View(ViewKind, Rc<Dict>),
    Generator(Rc<RefCell<VecDeque<Value>>>),
    Object(Rc<dyn Object>),
}

/// A string; `safe` ones are what Python calls markup, and are not escaped again.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: Arc<str>,
    pub(crate) safe: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewKind {
    Keys,
    Values,
    Items,
}

pub(crate) type Dict = IndexMap<Key, Value>;

/// A value that can be a key of a dict: numbers that are equal are one key.
#[derive(Clone, Debug)]
pub(crate) struct Key(Value);

/// Something with attributes or that can be called.
pub(crate) trait Object: Debug {
    fn type_name(&self) -> &'static str;

    /// An attribute; `None` if there is none of this name.
    fn attribute(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Sets an attribute; `false` if the object has no settable ones.
    fn set_attribute(&self, _name: &str, _value: Value) -> bool {
        false
    }

    fn is_callable(&self) -> bool {
        false
    }

    /// Calls the object.
    ///
    /// # Errors
    /// If it cannot be called, or not with these arguments.
    fn call(&self, _state: &mut State, _args: Args) -> Result<Value> {
        fail(format!("'{}' object is not callable", self.type_name()))
    }

    /// The items of an object that can be looped over.
    fn items(&self) -> Option<Vec<Value>> {
        None
    }

    fn text(&self) -> String {
        format!("<{} object>", self.type_name())
    }
}

/// Work and nesting that a rendering has left.
#[derive(Debug)]
pub(crate) struct State {
    steps: u64,
    depth: usize,
    /// Scopes that macros hold, which may hold these macros in turn.
    captured: Vec<Rc<dyn Release>>,
}

/// Something that lets go of its values at the end of a rendering.
pub(crate) trait Release: Debug {
    fn release(&self);
}

impl Drop for State {
    fn drop(&mut self) {
        self.captured.iter().for_each(|scope| scope.release());
    }
}

/// Steps of a rendering. A real template takes some thousands a message.
const STEPS_MAX: u64 = 50_000_000;
/// Calls of macros inside one another.
const DEPTH_MAX: usize = 40;
/// Bytes of the longest text that an operation may make.
const TEXT_MAX: usize = 1 << 28;

impl State {
    pub(crate) fn new() -> Self {
        Self { steps: STEPS_MAX, depth: 0, captured: Vec::new() }
    }

    /// Releases `scope` at the end of the rendering.
    pub(crate) fn capture(&mut self, scope: Rc<dyn Release>) {
        self.captured.push(scope);
    }

    /// Counts `steps` of work.
    ///
    /// # Errors
    /// If the template has used up all.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<()> {
        self.steps = match self.steps.checked_sub(steps as u64) {
            Some(left) => left,
            None => return fail("the template takes too many steps"),
        };
        Ok(())
    }

    /// Runs `inner` one call deeper.
    ///
    /// # Errors
    /// Its own, and nesting that is too deep.
    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEPTH_MAX {
            return fail("maximum recursion depth exceeded");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// Refuses a text that no prompt could hold.
///
/// # Errors
/// If `bytes` are too many.
pub(crate) fn check_length(bytes: usize) -> Result<()> {
    if bytes > TEXT_MAX {
        return fail("the template makes a text that is too long");
    }
    Ok(())
}

/// Arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Args {
    pub(crate) positional: Vec<Value>,
    pub(crate) named: Vec<(Arc<str>, Value)>,
}

impl Args {
    /// The arguments in the order of `names`; the first `required` must be there.
    ///
    /// # Errors
    /// Missing, unknown, repeated or too many arguments of `function`.
    pub(crate) fn bind<const N: usize>(
        self,
        function: &str,
        names: [&str; N],
        required: usize,
    ) -> Result<[Option<Value>; N]> {
        let mut bound = [const { None }; N];
        if self.positional.len() > N {
            let given = self.positional.len();
            return fail(format!("{function}() takes at most {N} arguments ({given} given)"));
        }
        for (place, value) in bound.iter_mut().zip(self.positional) {
            *place = Some(value);
        }
        for (name, value) in self.named {
            let Some(at) = names.iter().position(|n| *n == &*name) else {
                return fail(format!("{function}() got an unexpected keyword argument '{name}'"));
            };
            if bound[at].replace(value).is_some() {
                return fail(format!("{function}() got multiple values for argument '{name}'"));
            }
        }
        if let Some(at) = bound.iter().take(required).position(Option::is_none) {
            let name = names[at];
            return fail(format!("{function}() missing required argument: '{name}'"));
        }
        Ok(bound)
    }
}

impl Value {
    pub(crate) fn undefined(message: impl Into<Rc<str>>) -> Self {
        Self::Undefined(message.into())
    }

    pub(crate) fn list(items: Vec<Value>) -> Self {
        Self::List(Rc::new(items))
    }

    pub(crate) fn tuple(items: Vec<Value>) -> Self {
        Self::Tuple(Rc::new(items))
    }

    pub(crate) fn generator(items: impl IntoIterator<Item = Value>) -> Self {
        Self::Generator(Rc::new(RefCell::new(items.into_iter().collect())))
    }

    pub(crate) fn safe(text: impl Into<Arc<str>>) -> Self {
        Self::Str(Text { text: text.into(), safe: true })
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(&text.text),
            _ => None,
        }
    }

    pub(crate) fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined(_))
    }

    /// The value as an index or count: an integer, or a bool.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Bool(value) => Some(i64::from(*value)),
            _ => None,
        }
    }

    /// An integer of any size, or a bool.
    pub(crate) fn as_big(&self) -> Option<BigInt> {
        match self {
            Self::Big(value) => Some((**value).clone()),
            value => value.as_int().map(BigInt::from),
        }
    }

    /// A number as a float.
    pub(crate) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Big(value) => value.to_f64(),
            value => value.as_int().map(|value| value as f64),
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Bool(_) | Self::Int(_) | Self::Big(_) | Self::Float(_))
    }

    /// The name of the type in Python.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Undefined(_) => "Undefined",
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) | Self::Big(_) => "int",
            Self::Float(_) => "float",
            Self::Str(text) if text.safe => "Markup",
            Self::Str(_) => "str",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Dict(_) => "dict",
            Self::Range(..) => "range",
            Self::View(ViewKind::Keys, _) => "dict_keys",
            Self::View(ViewKind::Values, _) => "dict_values",
            Self::View(ViewKind::Items, _) => "dict_items",
            Self::Generator(_) => "generator",
            Self::Object(object) => object.type_name(),
        }
    }

    /// The error of using an undefined value.
    pub(crate) fn undefined_error(&self) -> Option<Error> {
        match self {
            Self::Undefined(message) => Some(Error::new(&**message)),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::from(Arc::<str>::from(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::from(Arc::<str>::from(text))
    }
}

impl From<Arc<str>> for Value {
    fn from(text: Arc<str>) -> Self {
        Self::Str(Text { text, safe: false })
    }
}

impl From<BigInt> for Value {
    fn from(value: BigInt) -> Self {
        value.to_i64().map_or_else(|| Self::Big(Rc::new(value)), Self::Int)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Int(value as i64)
    }
}

impl Key {
    /// # Errors
    /// Lists, dicts and the like, which have no hash.
    pub(crate) fn new(value: Value) -> Result<Self> {
        let hashable = match &value {
            Value::List(_) | Value::Dict(_) | Value::View(..) => false,
            Value::Tuple(items) => {
                return items
                    .iter()
                    .try_for_each(|item| Self::new(item.clone()).map(drop))
                    .map(|()| Self(value));
            }
            _ => true,
        };
        match hashable {
            true => Ok(Self(value)),
            false => fail(format!("unhashable type: '{}'", value.type_name())),
        }
    }

    pub(crate) fn text(text: impl Into<Arc<str>>) -> Self {
        Self(Value::from(text.into()))
    }

    pub(crate) fn value(&self) -> &Value {
        &self.0
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Value::Str(text) => text.text.hash(state),
            Value::Tuple(items) => {
                items.iter().for_each(|item| Self(item.clone()).hash(state));
            }
            Value::Float(value) => {
                match BigInt::from_f64(*value).filter(|_| value.fract() == 0.0) {
                    Some(whole) => whole.hash(state),
                    None => value.to_bits().hash(state),
                }
            }
            value => value.as_big().hash_whole(state),
        }
    }
}

/// Hash of an optional integer, the same as that of the integer itself.
trait HashWhole {
    fn hash_whole<H: Hasher>(&self, state: &mut H);
}

impl HashWhole for Option<BigInt> {
    fn hash_whole<H: Hasher>(&self, state: &mut H) {
        if let Some(value) = self {
            value.hash(state);
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Value::Str(a), Value::Str(b)) => a.text == b.text,
            (Value::None, Value::None) | (Value::Undefined(_), Value::Undefined(_)) => true,
            (Value::Tuple(a), Value::Tuple(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(a, b)| Self(a.clone()) == Self(b.clone()))
            }
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
            (a, b) => match (a.as_big(), b.as_big()) {
                (Some(a), Some(b)) => a == b,
                _ => matches!((a.as_float(), b.as_float()), (Some(a), Some(b)) if a == b),
            },
        }
    }
}

impl Eq for Key {}

impl Equivalent<Key> for str {
    fn equivalent(&self, key: &Key) -> bool {
        key.0.as_str() == Some(self)
    }
}
