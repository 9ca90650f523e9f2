#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    #[serde(rename = "open")]
    Open { id: u32, name: String },
    #[serde(rename = "close")]
    Close { id: u32, name: String },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Signal {
    #[serde(rename = "open")]
    Open { id: u32, name: String },
    #[serde(rename = "close")]
    Close { id: u32, name: String },
}
