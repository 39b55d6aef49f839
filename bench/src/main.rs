//! Measurements, one subcommand each. Tables go to standard output as Markdown.

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
    /// A thousand resumes from upload to the last evaluation, beside bare extraction of the same files.
    Batch(batch::Arguments),
    /// How the built-in engine ranks the labelled resumes, and how much of their profiles is right.
    Ranking(ranking::Arguments),
    /// A large ZIP to an API process of its own: its memory, and how soon work begins.
    Upload(upload::Arguments),
    /// The reads that screens repeat, beside the same SQL by pgbench.
    Reads(reads::Arguments),
    /// The figures of a year as files: seconds, and the worker's memory.
    Export(export::Arguments),
    /// A talent pool ranked for a job, beside judging the same resumes alone.
    Rediscovery(rediscovery::Arguments),
    /// Evaluations by a model of a known latency, and the limits of its key.
    Models(models::Arguments),
    /// A small organization's evaluations by a model alone, and beside a large one's.
    Fairness(fairness::Arguments),
    /// How long after the provider's first characters a draft's are with the client.
    Drafts(drafts::Arguments),
    /// Emails drafted and sent, beside lettre alone; invitations timed out, beside the bare update.
    Mail(mail::Arguments),
    /// The schedule of ten thousand interviews, beside the same rows by key; drafts of many open interview cockpits.
    Interviews(interviews::Arguments),
    /// Mail taken from a mailbox, beside the MIME parser alone.
    Inbound(inbound::Arguments),
    /// The task ledger, beside BullMQ, graphile-worker and pg-boss.
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
