pub mod charges;
pub mod orders;
