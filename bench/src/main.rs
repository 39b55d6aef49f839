//! Benchmarks, one subcommand each. Results are printed as Markdown tables.

mod batch;
mod drafts;
mod export;
mod fairness;
mod fleet;
mod inbound;
mod interviews;
mod labelled;
mod mail;
mod models;
mod processes;
mod queue;
mod ranking;
mod reads;
mod rediscovery;
mod resumes;
mod upload;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "bole-bench", about = "Measures Bole, beside others where there are any.")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A thousand resumes from upload to the last evaluation, compared with extraction alone.
    Batch(batch::Arguments),
    /// Ranking quality of the built-in engine on the labelled resumes, and accuracy of their profiles.
    Ranking(ranking::Arguments),
    /// A large ZIP to its own API process: memory, and time until work starts.
    Upload(upload::Arguments),
    /// The reads that screens repeat, compared with the same SQL in pgbench.
    Reads(reads::Arguments),
    /// A year's metrics as files: seconds, and the worker's memory.
    Export(export::Arguments),
    /// A talent pool ranked for a job, compared with judging alone.
    Rediscovery(rediscovery::Arguments),
    /// Evaluations by a model with a fixed latency, and its rate limits.
    Models(models::Arguments),
    /// A small organization's evaluations by a model, alone and next to a large one's.
    Fairness(fairness::Arguments),
    /// Latency of streamed drafts from the provider's first chunk to the client.
    Drafts(drafts::Arguments),
    /// Emails drafted and sent, compared with lettre alone; invitations expired, compared with the bare update.
    Mail(mail::Arguments),
    /// The schedule of ten thousand interviews, compared with the same rows by key; drafts of many interview
    /// cockpits.
    Interviews(interviews::Arguments),
    /// Email fetched from a mailbox, compared with the MIME parser alone.
    Inbound(inbound::Arguments),
    /// The task ledger, compared with BullMQ, graphile-worker and pg-boss.
    Queue(queue::Arguments),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().what {
        What::Batch(arguments) => batch::run(arguments).await,
        What::Ranking(arguments) => ranking::run(arguments).await,
        What::Upload(arguments) => upload::run(arguments).await,
        What::Reads(arguments) => reads::run(arguments).await,
        What::Export(arguments) => export::run(arguments).await,
        What::Rediscovery(arguments) => rediscovery::run(arguments).await,
        What::Models(arguments) => models::run(arguments).await,
        What::Fairness(arguments) => fairness::run(arguments).await,
        What::Drafts(arguments) => drafts::run(arguments).await,
        What::Mail(arguments) => mail::run(arguments).await,
        What::Interviews(arguments) => interviews::run(arguments).await,
        What::Inbound(arguments) => inbound::run(arguments).await,
        What::Queue(arguments) => queue::run(arguments).await,
    }
}
