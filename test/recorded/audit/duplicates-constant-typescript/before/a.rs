pub const API_ROOT: &str = "https://api.gauges.example/v2/stations";
pub static UNITS: [&str; 4] = ["metre", "kilogram", "second", "ampere"];
