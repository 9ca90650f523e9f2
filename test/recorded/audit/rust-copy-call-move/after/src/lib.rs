pub mod cart;
pub mod report;
pub mod text;
