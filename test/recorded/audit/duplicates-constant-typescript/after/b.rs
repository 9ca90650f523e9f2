const ROOT: &str = r"https://api.gauges.example/v2/stations";
const NAMES: &[&str] = &["metre", "kilogram", "second", "ampere"];
