pub mod store;
mod text;

pub use text::trim_all;
use store::{open, Store};

pub fn run() {
    let s = open("a");
    s.save();
    let t = Store { name: String::new() };
    t.save();
    Store::create();
    store::open("b");
    crate::text::trim_all("x");
    trim_all("y");
    serde::to_string(1);
    println!("{}", helper());
    let helper = 3;
    missing();
}

fn helper() -> i32 { 1 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs() {
        run();
        helper();
        super::helper();
        local();
    }

    fn local() {}
}
