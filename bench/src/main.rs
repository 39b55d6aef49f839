//! Measurements, one subcommand each. Tables go to standard output as Markdown.

mod queue;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "bole-bench", about = "Measures Bole, beside others where there are any.")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The task ledger, beside BullMQ, graphile-worker and pg-boss.
    Queue(queue::Arguments),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().what {
        What::Queue(arguments) => queue::run(arguments).await,
    }
}
