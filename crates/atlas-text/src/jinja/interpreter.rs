//! Runs the statements of a template.

use super::ast::{Expr, ForLoop, MacroDef, Name, Stmt, StmtKind, Target};
use super::error::{Error, Result, fail};
use super::evaluate::{self, filter_block};
use super::globals::function;
use super::ops::{equal, items, truth};
use super::scope::Scope;
use super::text::text;
use super::value::{Args, Dict, Key, Object, State, Value, check_length};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The way on after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
}

/// Runs statements, appending their text.
///
/// # Errors
/// The first failure, with its line.
pub(crate) fn run(
    state: &mut State,
    body: &[Stmt],
    scope: &Rc<Scope>,
    out: &mut String,
) -> Result<Flow> {
    for statement in body {
        state.spend(1)?;
        let flow = step(state, &statement.kind, scope, out).map_err(|e| e.at(statement.line))?;
        if flow != Flow::Next {
            return Ok(flow);
        }
    }
    Ok(Flow::Next)
}

/// The text of statements in `scope`.
fn capture(state: &mut State, body: &[Stmt], scope: &Rc<Scope>) -> Result<String> {
    let mut text = String::new();
    run(state, body, scope, &mut text)?;
    Ok(text)
}

fn step(
    state: &mut State,
    statement: &StmtKind,
    scope: &Rc<Scope>,
    out: &mut String,
) -> Result<Flow> {
    let eval = evaluate::eval;
    match statement {
        StmtKind::Text(text) => out.push_str(text),
        StmtKind::Output(value) => {
            let value = eval(state, value, scope)?;
            match &value {
                Value::Str(text) => out.push_str(&text.text),
                value => out.push_str(&text(value)),
            }
            check_length(out.len())?;
        }
        StmtKind::If(branches, otherwise) => {
            for (test, body) in branches {
                if truth(&eval(state, test, scope)?) {
                    return run(state, body, scope, out);
                }
            }
            return run(state, otherwise, scope, out);
        }
        StmtKind::For(definition) => {
            let values = eval(state, &definition.iter, scope)?;
            run_loop(state, definition, &values, scope, 0, out)?;
        }
        StmtKind::Set(target, value) => {
            let value = eval(state, value, scope)?;
            assign(target, value, scope)?;
        }
        StmtKind::SetBlock(target, filters, body) => {
            let text = capture(state, body, &Scope::inside(scope))?;
            let value = filter_block(state, filters.as_ref(), text.into(), scope)?;
            assign(target, value, scope)?;
        }
        StmtKind::With(values, body) => {
            let inner = Scope::inside(scope);
            for (target, value) in values {
                assign(target, eval(state, value, scope)?, &inner)?;
            }
            return run(state, body, &inner, out);
        }
        StmtKind::Macro(definition) => {
            if let Some(name) = &definition.name {
                scope.set(name.clone(), macro_value(state, definition, scope));
            }
        }
        StmtKind::CallBlock(call, definition) => {
            let caller = macro_value(state, definition, scope);
            let value = call_with(state, call, caller, scope)?;
            out.push_str(&text(&value));
        }
        StmtKind::FilterBlock(filter, body) => {
            let inner = capture(state, body, &Scope::inside(scope))?;
            let value = filter_block(state, Some(filter), inner.into(), scope)?;
            out.push_str(&text(&value));
        }
        StmtKind::Scope(body) => return run(state, body, &Scope::inside(scope), out),
        StmtKind::Break => return Ok(Flow::Break),
        StmtKind::Continue => return Ok(Flow::Continue),
        StmtKind::Refused(reason) => return fail(&**reason),
    }
    Ok(Flow::Next)
}

fn assign(target: &Target, value: Value, scope: &Scope) -> Result<()> {
    match target {
        Target::Name(name) => scope.set(name.clone(), value),
        Target::Attribute(name, attribute) => {
            let set = match scope.get(name) {
                Some(Value::Object(object)) => object.set_attribute(attribute, value),
                _ => false,
            };
            if !set {
                return fail("cannot assign attribute on non-namespace object");
            }
        }
        Target::Tuple(targets) => {
            let values = items(&value)?;
            if values.len() != targets.len() {
                let (wanted, found) = (targets.len(), values.len());
                return fail(format!("expected {wanted} values to unpack, got {found}"));
            }
            for (target, value) in targets.iter().zip(values) {
                assign(target, value, scope)?;
            }
        }
    }
    Ok(())
}

/// A loop over `values`; a recursive one may call itself, one level deeper.
fn run_loop(
    state: &mut State,
    definition: &Arc<ForLoop>,
    values: &Value,
    scope: &Rc<Scope>,
    depth: usize,
    out: &mut String,
) -> Result<()> {
    let mut all = items(values)?;
    state.spend(all.len())?;
    if let Some(test) = &definition.test {
        let mut kept = Vec::new();
        for value in all {
            let inner = Scope::inside(scope);
            assign(&definition.target, value.clone(), &inner)?;
            if truth(&evaluate::eval(state, test, &inner)?) {
                kept.push(value);
            }
        }
        all = kept;
    }
    if all.is_empty() {
        run(state, &definition.otherwise, &Scope::inside(scope), out)?;
        return Ok(());
    }
    let around = definition.recursive.then(|| (definition.clone(), scope.clone()));
    let place =
        Rc::new(Loop { items: Rc::new(all), at: Cell::new(0), depth, around, last: Rc::default() });
    for (at, value) in place.items.iter().enumerate() {
        place.at.set(at);
        let inner = Scope::inside(scope);
        inner.set("loop".into(), Value::Object(place.clone()));
        assign(&definition.target, value.clone(), &inner)?;
        if run(state, &definition.body, &inner, out)? == Flow::Break {
            break;
        }
    }
    Ok(())
}

/// The variable `loop`.
#[derive(Debug)]
struct Loop {
    items: Rc<Vec<Value>>,
    at: Cell<usize>,
    depth: usize,
    /// The loop and the scope around it, if it is recursive.
    around: Option<(Arc<ForLoop>, Rc<Scope>)>,
    /// Values that `changed` saw last.
    last: Rc<RefCell<Option<Vec<Value>>>>,
}

impl Object for Loop {
    fn type_name(&self) -> &'static str {
        "LoopContext"
    }

    fn attribute(&self, name: &str) -> Option<Value> {
        let (at, length) = (self.at.get(), self.items.len());
        let beside = |item: Option<&Value>, which: &str| {
            item.cloned().unwrap_or_else(|| Value::undefined(format!("there is no {which} item")))
        };
        Some(match name {
            "index" => Value::from(at + 1),
            "index0" => Value::from(at),
            "revindex" => Value::from(length - at),
            "revindex0" => Value::from(length - at - 1),
            "first" => Value::Bool(at == 0),
            "last" => Value::Bool(at + 1 == length),
            "length" => Value::from(length),
            "depth" => Value::from(self.depth + 1),
            "depth0" => Value::from(self.depth),
            "previtem" => beside(at.checked_sub(1).map(|at| &self.items[at]), "previous"),
            "nextitem" => beside(self.items.get(at + 1), "next"),
            "cycle" => function("cycle", move |_, args| match args.positional.len() {
                0 => fail("no items for cycling given"),
                count => Ok(args.positional[at % count].clone()),
            }),
            "changed" => {
                let last = self.last.clone();
                function("changed", move |_, args| {
                    let given = Value::tuple(args.positional.clone());
                    let before = last.replace(Some(args.positional)).map(Value::tuple);
                    Ok(Value::Bool(before.is_none_or(|before| !equal(&before, &given))))
                })
            }
            _ => return None,
        })
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, state: &mut State, args: Args) -> Result<Value> {
        let [values] = args.bind("loop", ["iterable"], 1)?;
        let Some((definition, scope)) = &self.around else {
            return fail("The loop must have the 'recursive' marker to be called recursively.");
        };
        let mut out = String::new();
        let values = values.unwrap_or(Value::None);
        run_loop(state, definition, &values, scope, self.depth + 1, &mut out)?;
        Ok(Value::from(out))
    }
}

/// A macro with the scope it was defined in.
#[derive(Debug)]
struct Macro {
    definition: Arc<MacroDef>,
    scope: Rc<Scope>,
}

fn macro_value(state: &mut State, definition: &Arc<MacroDef>, scope: &Rc<Scope>) -> Value {
    state.capture(scope.clone());
    Value::Object(Rc::new(Macro { definition: definition.clone(), scope: scope.clone() }))
}

impl Macro {
    fn bind(&self, state: &mut State, mut args: Args, scope: &Rc<Scope>) -> Result<()> {
        let MacroDef { name, parameters, reads_varargs, reads_kwargs, reads_caller, .. } =
            &*self.definition;
        let name = name.as_deref().unwrap_or("caller");
        let count = parameters.len().min(args.positional.len());
        let further = args.positional.split_off(count);
        let mut given = args.positional.into_iter();
        let mut take = |name: &str, named: &mut Vec<(Name, Value)>| {
            given.next().or_else(|| {
                let at = named.iter().position(|(n, _)| &**n == name)?;
                Some(named.remove(at).1)
            })
        };
        let mut missing = Vec::new();
        for (parameter, default) in parameters {
            match take(parameter, &mut args.named) {
                Some(value) => scope.set(parameter.clone(), value),
                None => {
                    let message = format!("parameter '{parameter}' was not provided");
                    scope.set(parameter.clone(), Value::undefined(message));
                    missing.extend(default.as_ref().map(|default| (parameter, default)));
                }
            }
        }
        for (parameter, default) in missing {
            let value = evaluate::eval(state, default, scope)?;
            scope.set(parameter.clone(), value);
        }
        if *reads_caller && !parameters.iter().any(|(name, _)| &**name == "caller") {
            let at = args.named.iter().position(|(name, _)| &**name == "caller");
            let caller = at.map(|at| args.named.remove(at).1);
            let none = || Value::undefined("No caller defined");
            scope.set("caller".into(), caller.unwrap_or_else(none));
        }
        if *reads_kwargs {
            let dict: Dict = args.named.drain(..).map(|(n, v)| (Key::text(n), v)).collect();
            scope.set("kwargs".into(), Value::Dict(Rc::new(dict)));
        }
        if let Some((unknown, _)) = args.named.first() {
            return fail(format!("macro '{name}' takes no keyword argument '{unknown}'"));
        }
        if *reads_varargs {
            scope.set("varargs".into(), Value::tuple(further));
        } else if !further.is_empty() {
            let count = parameters.len();
            return fail(format!("macro '{name}' takes not more than {count} argument(s)"));
        }
        Ok(())
    }
}

impl Object for Macro {
    fn type_name(&self) -> &'static str {
        "Macro"
    }

    fn attribute(&self, name: &str) -> Option<Value> {
        match name {
            "name" => self.definition.name.clone().map(Value::from),
            "arguments" => {
                let names = self.definition.parameters.iter();
                Some(Value::tuple(names.map(|(name, _)| Value::from(name.clone())).collect()))
            }
            "catch_kwargs" => Some(Value::Bool(self.definition.reads_kwargs)),
            "catch_varargs" => Some(Value::Bool(self.definition.reads_varargs)),
            "caller" => Some(Value::Bool(self.definition.reads_caller)),
            _ => None,
        }
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, state: &mut State, args: Args) -> Result<Value> {
        let scope = Scope::inside(&self.scope);
        self.bind(state, args, &scope)?;
        capture(state, &self.definition.body, &scope).map(Value::from)
    }

    fn text(&self) -> String {
        match &self.definition.name {
            Some(name) => format!("<Macro '{name}'>"),
            None => "<Macro anonymous>".to_owned(),
        }
    }
}

/// A call with a block's body as its caller.
fn call_with(state: &mut State, call: &Expr, caller: Value, scope: &Rc<Scope>) -> Result<Value> {
    let Expr::Call(callee, args) = call else {
        return Err(Error::new("a call block needs a call"));
    };
    let callee = evaluate::eval(state, callee, scope)?;
    let mut args = evaluate::arguments(state, args, scope)?;
    args.named.push(("caller".into(), caller));
    super::attributes::call(state, &callee, args)
}
