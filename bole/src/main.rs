//! The one binary: `bole up | api | worker | scheduler | migrate`.

fn main() {}
