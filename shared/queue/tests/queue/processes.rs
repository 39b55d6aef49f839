//! Workers in child processes that are killed, stopped or suspended during a task.

use std::process::Stdio;
use std::time::Duration;

use crate::common::{Effect, EffectTask, LONG, World, config, next, task};
use bole_domain::batch::TaskStatus;
use bole_queue::{
    Concurrency, Outcome, Registry, Signals, SignalsConfig, TaskContext, TaskError, TaskHandler, Worker, WorkerConfig,
};
use bole_store::{Db, DbConfig};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

const CHILD: &str = "BOLE_TEST_CHILD_DATABASE";
const GRACE: &str = "BOLE_TEST_CHILD_GRACE";

/// In the child: reports its start, and applies its effect when the parent says so. Spawned outside the handler's
/// future, so that it continues after the lease is lost, like work that is not cancelled.
struct Obedient(tokio::sync::watch::Receiver<bool>);

impl TaskHandler for Obedient {
    type Kind = EffectTask;

    async fn run(&self, context: &TaskContext, payload: EffectTask) -> Result<Outcome, TaskError> {
        say("began");
        let (mut go, context) = (self.0.clone(), context.clone());
        let effect = tokio::spawn(async move {
            go.wait_for(|go| *go).await.unwrap();
            let ended = TaskHandler::run(&Effect, &context, payload).await;
            say(if ended.is_ok() { "done" } else { "refused" });
            ended
        });
        effect.await?
    }
}

/// Finishes before anything can observe it.
struct Quick;

kind!(QuickTask(()), "quick");

impl TaskHandler for Quick {
    type Kind = QuickTask;

    async fn run(&self, _: &TaskContext, _: QuickTask) -> Result<Outcome, TaskError> {
        Ok(Outcome::DONE)
    }
}

/// In the child: kills the process that runs it.
struct Killer;

kind!(KillerTask(()), "killer");

impl TaskHandler for Killer {
    type Kind = KillerTask;

    async fn run(&self, _: &TaskContext, _: KillerTask) -> Result<Outcome, TaskError> {
        kill_process(rustix::process::getpid(), Signal::KILL).unwrap();
        std::future::pending().await
    }
}

/// [`Killer`] for a worker that survives it.
struct Disarmed;

impl TaskHandler for Disarmed {
    type Kind = KillerTask;

    async fn run(&self, _: &TaskContext, _: KillerTask) -> Result<Outcome, TaskError> {
        Ok(Outcome::DONE)
    }
}

fn say(what: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    writeln!(out, "@{what}").unwrap();
    out.flush().unwrap();
}

/// The child's main function: a worker with one slot that drains on SIGTERM.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the other tests, as a process of its own"]
async fn child() {
    let url = std::env::var(CHILD).unwrap();
    let grace = Duration::from_secs(std::env::var(GRACE).unwrap().parse().unwrap());
    let db = Db::connect(&DbConfig { max_connections: 4, max_ledger_connections: 4, ..DbConfig::new(url) }).unwrap();
    let signals = Signals::start(&db, &SignalsConfig::default()).unwrap();
    let (go, went) = tokio::sync::watch::channel(false);
    // A detached thread, because reading from the parent may never end.
    std::thread::spawn(move || {
        for _ in std::io::stdin().lines() {
            go.send_replace(true);
        }
    });
    let stop = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate()).unwrap();
    let on_signal = stop.clone();
    tokio::spawn(async move {
        terminate.recv().await;
        on_signal.cancel();
        say("stopping");
    });
    let config = WorkerConfig { concurrency: Concurrency::each(1), grace, ..config() };
    let registry = Registry::new().with(Obedient(went)).with(Quick).with(Killer);
    Worker::new(db, signals, registry, config).run(stop).await.unwrap();
    say("drained");
}

/// The parent's side of a child.
struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(world: &World, grace: u32) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::child", "--ignored", "--nocapture"])
            .env(CHILD, world.database.url())
            .env(GRACE, grace.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { stdin: child.stdin.take().unwrap(), child, lines }
    }

    /// Waits for this line.
    async fn says(&mut self, what: &str) {
        let heard = async {
            while let Some(line) = self.lines.next_line().await.unwrap() {
                // The test's name precedes the first line.
                if line.split_once('@').is_some_and(|(_, said)| said == what) {
                    return;
                }
            }
            panic!("the child ended before it said {what}");
        };
        tokio::time::timeout(LONG, heard).await.unwrap_or_else(|_| panic!("the child never said {what}"));
    }

    async fn go(&mut self) {
        self.stdin.write_all(b"go\n").await.unwrap();
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.id().unwrap().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    async fn exited_well(mut self) {
        let status = tokio::time::timeout(LONG, self.child.wait()).await.expect("the child does not exit").unwrap();
        assert!(status.success(), "{status}");
    }
}

/// [`Effect`] in this process, which reports each run.
struct Here(mpsc::UnboundedSender<i32>);

impl TaskHandler for Here {
    type Kind = EffectTask;

    async fn run(&self, context: &TaskContext, payload: EffectTask) -> Result<Outcome, TaskError> {
        let outcome = TaskHandler::run(&Effect, context, payload).await?;
        self.0.send(context.attempt()).unwrap();
        Ok(outcome)
    }
}

#[tokio::test]
async fn task_of_a_killed_process_is_finished_once_by_another() {
    let world = World::new().await;
    let id = world.enqueue(task("effect", 1)).await.id;
    let mut process = Process::start(&world, 20);
    process.says("began").await;
    process.signal(Signal::KILL);
    process.child.wait().await.unwrap();
    assert_eq!(world.task(id).await.status, TaskStatus::Processing);
    let (sender, mut ran) = mpsc::unbounded_channel();
    let worker = world.worker(Registry::new().with(Here(sender)));
    assert_eq!(next(&mut ran).await, 2);
    worker.drain().await;
    assert_eq!(world.task(id).await.status, TaskStatus::Completed);
    assert_eq!(world.payloads("trace").await, [1]);
}

#[tokio::test]
async fn task_that_kills_its_worker_uses_no_attempts_of_waiting_tasks() {
    let world = World::new().await;
    let mut tasks = (0..30).map(|_| task("quick", ())).collect::<Vec<_>>();
    tasks.insert(8, task("killer", ()));
    let mut tasks = world.enqueue_all(tasks).await;
    let killer = tasks.remove(8);
    for _ in 0..2 {
        let mut process = Process::start(&world, 20);
        tokio::time::timeout(LONG, process.child.wait()).await.expect("the child lives").unwrap();
        assert_eq!(world.task(killer.id).await.status, TaskStatus::Processing);
    }
    assert_eq!(world.count("quick", TaskStatus::Failed).await, 0);
    let worker = world.worker(Registry::new().with(Quick).with(Disarmed));
    while world.count("quick", TaskStatus::Completed).await + world.count("killer", TaskStatus::Completed).await < 31 {
        tokio::task::yield_now().await;
    }
    worker.drain().await;
    // Those before it had started; the end of some was not written when the process died.
    for task in &tasks[8..] {
        assert_eq!(world.task(task.id).await.attempts, 1);
    }
    assert!(world.task(killer.id).await.attempts >= 2, "a task can end its workers for ever");
}

#[tokio::test]
async fn terminated_process_drains_without_using_an_attempt() {
    let world = World::new().await;
    let tasks = world.enqueue_all((0..5).map(|n| task("effect", n)).collect()).await;
    let mut process = Process::start(&world, 20);
    process.says("began").await;
    process.signal(Signal::TERM);
    process.says("stopping").await;
    process.go().await;
    process.says("done").await;
    process.says("drained").await;
    process.exited_well().await;
    assert_eq!(world.payloads("trace").await, [0]);
    let first = world.task(tasks[0].id).await;
    assert_eq!((first.status, first.attempts), (TaskStatus::Completed, 1));
    for task in &tasks[1..] {
        let task = world.task(task.id).await;
        assert_eq!((task.status, task.attempts), (TaskStatus::Pending, 0));
    }
}

#[tokio::test]
async fn terminated_process_returns_tasks_longer_than_its_grace_period() {
    let world = World::new().await;
    let id = world.enqueue(task("effect", 1)).await.id;
    let mut process = Process::start(&world, 0);
    process.says("began").await;
    process.signal(Signal::TERM);
    process.says("drained").await;
    process.exited_well().await;
    let task = world.task(id).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Pending, 0));
}

#[tokio::test]
async fn process_that_slept_past_its_lease_cannot_finish() {
    let world = World::new().await;
    let id = world.enqueue(task("effect", 1)).await.id;
    let mut process = Process::start(&world, 20);
    process.says("began").await;
    process.signal(Signal::STOP);
    let (sender, mut ran) = mpsc::unbounded_channel();
    let worker = world.worker(Registry::new().with(Here(sender)));
    assert_eq!(next(&mut ran).await, 2);
    worker.drain().await;
    process.signal(Signal::CONT);
    process.go().await;
    process.says("refused").await;
    process.signal(Signal::TERM);
    process.says("drained").await;
    process.exited_well().await;
    let task = world.task(id).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Completed, 2));
    assert_eq!(world.payloads("trace").await, [1]);
}
