//! Deterministic pseudo-random numbers.

/// A pseudo-random generator (xorshift64).
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts a sequence.
    pub const fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound.max(1)
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        let span = usize::try_from(last - first + 1).unwrap_or(1);
        first + i64::try_from(self.below(span)).unwrap_or_default()
    }

    /// A random item.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// This many different items.
    pub fn several<T: Clone>(&mut self, of: &[T], count: usize) -> Vec<T> {
        let mut left: Vec<&T> = of.iter().collect();
        let mut chosen = Vec::with_capacity(count);
        while chosen.len() < count && !left.is_empty() {
            chosen.push(left.swap_remove(self.below(left.len())).clone());
        }
        chosen
    }
}
