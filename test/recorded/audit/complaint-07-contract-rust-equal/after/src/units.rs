use std::fmt;

pub struct Meters(pub f64);
pub struct Feet(pub f64);

impl fmt::Display for Meters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Feet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Default for Meters {
    fn default() -> Self {
        Self(0.0)
    }
}

impl Default for Feet {
    fn default() -> Self {
        Self(0.0)
    }
}

impl std::ops::Add for Meters {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::Add for Feet {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

pub fn clamp_all(values: &mut Vec<f64>, low: f64, high: f64) -> usize {
    let mut changed = 0;
    for value in values.iter_mut() {
        if *value < low {
            *value = low;
            changed += 1;
        } else if *value > high {
            *value = high;
            changed += 1;
        }
    }
    changed
}
