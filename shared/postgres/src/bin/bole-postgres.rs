//! Runs a private PostgreSQL in a folder until it is stopped, and prints its URL: `bole-postgres <folder>`.
//!
//! For inspecting the data of a stopped `bole up`, and for tests that kill a launcher.

use std::process::ExitCode;

use bole_postgres::{Server, Settings, guard};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(first) = arguments.next() else {
        eprintln!("usage: bole-postgres <folder>");
        return ExitCode::from(2);
    };
    if first == guard::SUBCOMMAND {
        return guard::run(arguments);
    }
    let settings = Settings::new(first).guarded_by_this_executable();
    let outcome = tokio::runtime::Runtime::new()
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(serve(settings)).map_err(|error| error.to_string()));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(settings: Settings) -> Result<(), Box<dyn std::error::Error>> {
    let database = settings.database.clone();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let server = Server::start(settings).await?;
    println!("{} {}", server.pid(), server.url(&database));
    tokio::select! {
        _ = interrupt.recv() => server.stop().await?,
        _ = terminate.recv() => server.stop().await?,
        status = server.exited() => return Err(format!("PostgreSQL ended by itself ({status})").into()),
    }
    Ok(())
}
