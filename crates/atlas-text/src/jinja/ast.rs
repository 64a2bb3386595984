//! Syntax tree of a template.

use num_bigint::BigInt;
use std::sync::Arc;

pub(crate) type Name = Arc<str>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

/// Arguments of a call, a filter or a test.
#[derive(Debug, Default)]
pub(crate) struct CallArgs {
    pub(crate) positional: Vec<Expr>,
    pub(crate) named: Vec<(Name, Expr)>,
    pub(crate) star: Option<Expr>,
    pub(crate) star_star: Option<Expr>,
}

#[derive(Debug)]
pub(crate) enum Expr {
    None,
    Bool(bool),
    Int(i64),
    BigInt(Arc<BigInt>),
    Float(f64),
    Str(Name),
    Name(Name),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Attribute(Box<Expr>, Name),
    Item(Box<Expr>, Box<Expr>),
    /// Start, stop and step, inside a subscript.
    Slice(Box<[Option<Expr>; 3]>),
    Call(Box<Expr>, Box<CallArgs>),
    /// `None` is the body of a filter block.
    Filter(Option<Box<Expr>>, Name, Box<CallArgs>),
    Test(Box<Expr>, Name, Box<CallArgs>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Positive(Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Concat(Vec<Expr>),
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// Test, value, and the other value.
    Conditional(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Name(Name),
    /// A name and an attribute of the namespace it holds.
    Attribute(Name, Name),
    Tuple(Vec<Target>),
}

#[derive(Debug)]
pub(crate) struct ForLoop {
    pub(crate) target: Target,
    pub(crate) iter: Expr,
    pub(crate) test: Option<Expr>,
    pub(crate) recursive: bool,
    pub(crate) body: Vec<Stmt>,
    pub(crate) otherwise: Vec<Stmt>,
}

/// A macro, or the body of a call block.
#[derive(Debug)]
pub(crate) struct MacroDef {
    pub(crate) name: Option<Name>,
    pub(crate) parameters: Vec<(Name, Option<Expr>)>,
    pub(crate) body: Vec<Stmt>,
    /// Names of further arguments that the body reads.
    pub(crate) reads_varargs: bool,
    pub(crate) reads_kwargs: bool,
    pub(crate) reads_caller: bool,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    Text(String),
    Output(Expr),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    For(Arc<ForLoop>),
    Set(Target, Expr),
    /// The body's text through the filters.
    SetBlock(Target, Option<Expr>, Vec<Stmt>),
    With(Vec<(Target, Expr)>, Vec<Stmt>),
    Macro(Arc<MacroDef>),
    CallBlock(Expr, Arc<MacroDef>),
    FilterBlock(Expr, Vec<Stmt>),
    /// Statements in a scope of their own.
    Scope(Vec<Stmt>),
    Break,
    Continue,
    /// A tag that fails when it is reached, with the reason.
    Refused(String),
}

#[derive(Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    /// Line of the source, from 1.
    pub(crate) line: usize,
}
