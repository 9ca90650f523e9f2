use crate::text::trim_all as tidy;
use std::fmt;

pub struct Store { pub name: String }

pub fn open(name: &str) -> Store { Store { name: tidy(name) } }

impl Store {
    pub fn create() -> Self { Self::empty() }
    fn empty() -> Self { open("") }
    pub fn save(&self) {
        self.check();
        self.fmt();
        super::run();
    }
}

impl fmt::Display for Store {
    fn fmt(&self) { self.check() }
}
