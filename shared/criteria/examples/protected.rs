//! Prints what may not be asked in the lines of standard input: `cargo run -p bole-criteria --example protected < jobs.txt`.

use std::io::{BufRead, stdin};

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        for found in bole_criteria::protected(&line) {
            println!("{}\t{}\t{line}", found.attribute, line.get(found.range).unwrap_or_default());
        }
    }
}
