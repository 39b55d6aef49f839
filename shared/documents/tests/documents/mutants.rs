//! Damaged copies of every corpus file: a child neither crashes nor hangs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::sandbox;
use bole_domain::failure::{DocumentReason, TaskReason};
use tempfile::TempDir;

/// Xorshift: deterministic mutants.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

/// Truncates, changes bytes, repeats a part elsewhere, or changes numbers.
fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    match dice.below(4) {
        0 => bytes.truncate(dice.below(bytes.len())),
        1 => {
            for _ in 0..=dice.below(40) {
                let at = dice.below(bytes.len());
                bytes[at] = u8::try_from(dice.below(256)).unwrap();
            }
        }
        2 => {
            let (from, to) = (dice.below(bytes.len()), dice.below(bytes.len()));
            let piece = bytes[from..(from + dice.below(2_000)).min(bytes.len())].to_vec();
            bytes.splice(to..to, piece);
        }
        _ => {
            for _ in 0..30 {
                let at = dice.below(bytes.len());
                if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + u8::try_from(dice.below(10)).unwrap();
                }
            }
        }
    }
}

fn corpus() -> Vec<PathBuf> {
    let folder = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let files = ["resumes", "hostile"].into_iter().flat_map(|name| fs::read_dir(folder(name)).unwrap());
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[tokio::test]
async fn mutated_files_do_not_crash_or_hang_the_child() {
    let (dir, sandbox, mut dice) = (TempDir::new().unwrap(), sandbox(), Dice(0x9e37_79b9_7f4a_7c15));
    let mut bad = Vec::new();
    for round in 0..3 {
        for original in corpus() {
            let name = original.file_name().unwrap().to_string_lossy().into_owned();
            let mut bytes = fs::read(&original).unwrap();
            if bytes.is_empty() {
                continue;
            }
            mutate(&mut bytes, &mut dice);
            let path = dir.path().join("mutant");
            fs::write(&path, bytes).unwrap();
            if let Err(failure) = sandbox.extract(&path, &name).await
                && (failure.reason == DocumentReason::Crashed
                    || failure.reason == DocumentReason::Timeout
                    || failure.reason == TaskReason::Internal)
            {
                bad.push(format!("{name}, round {round}: {failure}"));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
