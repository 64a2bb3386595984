//! Variables of a rendering.

use super::ast::Name;
use super::value::{Release, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Variables of a block, inside those of the blocks around it.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    variables: RefCell<Vec<(Name, Value)>>,
    parent: Option<Rc<Scope>>,
}

impl Scope {
    pub(crate) fn inside(parent: &Rc<Self>) -> Rc<Self> {
        Rc::new(Self { variables: RefCell::default(), parent: Some(parent.clone()) })
    }

    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        let found =
            self.variables.borrow().iter().find(|(n, _)| &**n == name).map(|(_, v)| v.clone());
        found.or_else(|| self.parent.as_ref()?.get(name))
    }

    pub(crate) fn set(&self, name: Name, value: Value) {
        let mut variables = self.variables.borrow_mut();
        match variables.iter_mut().find(|(n, _)| *n == name) {
            Some((_, place)) => *place = value,
            None => variables.push((name, value)),
        }
    }
}

impl Release for Scope {
    fn release(&self) {
        drop(self.variables.take());
    }
}
