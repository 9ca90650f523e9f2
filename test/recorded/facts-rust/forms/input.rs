#![allow(x)]
//! crate doc
use std::fmt::{self, Display as D};
use crate::a::*;
pub use super::b::C;
extern crate foo;
mod inner;
/// Doc
#[derive(Debug)]
pub struct S<T: Clone> where T: X { pub a: i32, b: Vec<T> }
enum E { A, B(i32), C { x: i32 } }
const K: i32 = 1;
static ST: &str = "a\n";
trait Tr: Base { fn req(&self) -> i32; fn def(&self) {} }
impl<T> fmt::Display for S<T> {
    const Z: i32 = 1;
    pub async fn run<'a>(&'a mut self, x: i32, (a, b): (i32, i32)) -> Result<i32, E> {
        let mut y = x + 1;
        let Some(q) = self.b.first() else { return Err(E::A) };
        y += 1;
        for (i, v) in self.b.iter().enumerate() { if i == 2 { continue; } }
        'l: while let Some(z) = it.next() { break 'l; }
        loop { break 3; }
        let w = match x { 1 | 2 if y > 1 => 3, E::B(n) => n, S { a, b: c, .. } => a, 1..=5 => 2, n @ 3 => n, _ => { 4 } };
        if let Some(k) = foo(x)? { bar(k) } else if x { } else { };
        let f = |a: i32, b| a + b;
        let s = S { a: 1, b: vec![1, 2], ..base };
        println!("{} {}", x, y);
        let t = x as f64;
        let r = &mut s.a[1..];
        unsafe { *p = 1; }
        let c = Vec::<i32>::with_capacity(3);
        x.await?;
        <T as Tr>::def(&self);
        Self::new();
        let (m, n) = (1, 'c');
        let arr = [0u8; 4];
        fn nested() {}
        if a && let Some(b) = c {}
        return Ok(y);
    }
}
impl S<i32> { fn new() -> Self { S { a: 1 } } }
macro_rules! mm { ($x:expr) => { $x + 1 } }
#[cfg(test)]
mod tests { use super::*; #[test] fn t() { assert_eq!(1, 2); } }
