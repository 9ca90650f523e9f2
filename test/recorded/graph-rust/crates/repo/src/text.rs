use super::store::Store;

pub fn trim_all(text: &str) -> String { text.trim().to_string() }

impl Store {
    pub fn check(&self) {}
}
