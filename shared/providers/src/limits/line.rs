//! The queue of a key's requests in one process. One caller speaks to the counter for all of them: what has ended and
//! what wants to begin travel together, so that the counter is asked once for many requests.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bole_ai::provider::{ChatError, KeyLimits, PendingRequest, Permit, Turn};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{Counter, Ended, Exchange, PermitId, Request, reached, unavailable};

/// The longest wait within a task; longer ones are retried later.
const MAX_WAIT: Duration = Duration::from_secs(15 * 60);
/// Waits are re-evaluated at this interval, because limits change.
const MAX_SLEEP: Duration = Duration::from_secs(5);
/// How often to ask for a slot while requests of this process run: each of them that ends asks as well.
const POLL_WHILE_RUNNING: Duration = Duration::from_millis(200);
/// How often to ask for a slot while other processes hold all of them.
const POLL: Duration = Duration::from_millis(50);
/// The minimum time between two exchanges of an account.
const INTERVAL: Duration = Duration::from_millis(5);
/// The most requests in one exchange.
const MAX_EXCHANGED: usize = 64;
/// How long a yielding request lets others pass that arrive after it: a few answers of a slow model.
const YIELDS_FOR: Duration = Duration::from_secs(15);
/// How often operators are told the limits of an account.
const ANNOUNCED_EVERY: Duration = Duration::from_secs(60);

/// The queues of all accounts.
pub(super) struct Lines<C> {
    counter: Arc<C>,
    lines: Mutex<HashMap<String, Line>>,
}

/// The queue of an account; kept while requests wait, run, or have ended unnoticed by the counter.
#[derive(Default)]
struct Line {
    /// In the order of their turns.
    waiting: VecDeque<Waiting>,
    ended: Vec<Ended>,
    /// Admitted requests that have not ended.
    running: usize,
    /// Whether a task speaks to the counter for this account.
    is_attended: bool,
    announced: Option<(KeyLimits, Instant)>,
    /// Notified when a request ends.
    freed: Arc<Notify>,
}

impl Line {
    /// Adds a request that has just arrived, behind those of the same turn.
    fn join(&mut self, one: Waiting) {
        let at = self.waiting.partition_point(|other| other.turn <= one.turn);
        self.waiting.insert(at, one);
    }

    /// Puts back a request that was not admitted, before those of the same turn.
    fn rejoin(&mut self, one: Waiting) {
        let at = self.waiting.partition_point(|other| other.turn < one.turn);
        self.waiting.insert(at, one);
    }

    /// Whether operators were told its limits lately.
    fn is_announced(&self) -> bool {
        self.announced.is_some_and(|(_, at)| at.elapsed() < ANNOUNCED_EVERY)
    }
}

/// Orders requests: a yielding one as if it arrived later.
fn moment(turn: Turn, arrival: Instant) -> Instant {
    match turn {
        Turn::InOrder => arrival,
        Turn::Yielding => arrival + YIELDS_FOR,
    }
}

struct Waiting {
    request: Request,
    limits: KeyLimits,
    /// The earlier, the sooner it is admitted.
    turn: Instant,
    deadline: Instant,
    reply: oneshot::Sender<Result<Permit, ChatError>>,
}

/// What is asked in one exchange.
struct Round {
    ended: Vec<Ended>,
    waiting: Vec<Waiting>,
    limits: KeyLimits,
    announces: bool,
}

impl<C: Counter> Lines<C> {
    pub(super) fn new(counter: C) -> Self {
        Self { counter: Arc::new(counter), lines: Mutex::default() }
    }

    pub(super) const fn counter(&self) -> &Arc<C> {
        &self.counter
    }

    /// Waits until the account may send a request.
    pub(super) async fn admit(
        self: &Arc<Self>,
        account: &str,
        limits: &KeyLimits,
        pending: PendingRequest,
    ) -> Result<Permit, ChatError> {
        let now = Instant::now();
        let deadline = now + MAX_WAIT;
        let (reply, answer) = oneshot::channel();
        let PendingRequest { expected_tokens, turn, task } = pending;
        let request = Request { permit: PermitId::new(task), expected_tokens };
        let turn = moment(turn, now);
        self.change(account, |line| line.join(Waiting { request, limits: *limits, turn, deadline, reply }));
        match timeout_at(deadline, answer).await {
            Ok(Ok(admitted)) => admitted,
            Ok(Err(_)) => Err(unavailable("nobody asks".to_owned())),
            Err(_) => Err(reached(MAX_SLEEP)),
        }
    }

    /// Changes an account's line, and sees to it that somebody speaks to the counter.
    fn change(self: &Arc<Self>, account: &str, change: impl FnOnce(&mut Line)) {
        let mut lines = self.lock();
        let line = lines.entry(account.to_owned()).or_default();
        change(line);
        if !line.is_attended {
            line.is_attended = true;
            tokio::spawn(Arc::clone(self).attend(account.to_owned()));
        }
    }

    /// Speaks to the counter until nothing waits and nothing has ended.
    async fn attend(self: Arc<Self>, account: String) {
        while let Some(round) = self.round(&account) {
            let next = Instant::now() + INTERVAL;
            if round.announces
                && let Err(error) = self.counter.announce(&account, &round.limits).await
            {
                tracing::debug!(error, "operators are not told the limits of a key");
            }
            if let Some((until, freed)) = self.take(&account, round).await {
                tokio::select! {
                    () = sleep_until(until) => {}
                    () = freed.notified() => {}
                }
            }
            // What happens at the same time is exchanged together.
            sleep_until(next).await;
        }
    }

    /// What has ended, and the first requests that wait with the same limits; none if there is nothing to do.
    fn round(&self, account: &str) -> Option<Round> {
        let mut lines = self.lock();
        let line = lines.get_mut(account)?;
        // Those who gave up waiting.
        line.waiting.retain(|waiting| !waiting.reply.is_closed());
        if line.waiting.is_empty() && line.ended.is_empty() {
            line.is_attended = false;
            lines.retain(|_, line| line.is_attended || line.running > 0 || line.is_announced());
            return None;
        }
        let ended = std::mem::take(&mut line.ended);
        let limits = line.waiting.front().map_or_else(KeyLimits::default, |first| first.limits);
        let same = line.waiting.iter().take(MAX_EXCHANGED).take_while(|waiting| waiting.limits == limits).count();
        let waiting: Vec<Waiting> = line.waiting.drain(..same).collect();
        let announces =
            !(waiting.is_empty() || line.is_announced() && line.announced.is_some_and(|(known, _)| known == limits));
        if announces {
            line.announced = Some((limits, Instant::now()));
        }
        Some(Round { ended, waiting, limits, announces })
    }

    /// Exchanges a turn with the counter, and answers whoever is admitted. Returns how long to wait before the next one.
    async fn take(self: &Arc<Self>, account: &str, round: Round) -> Option<(Instant, Arc<Notify>)> {
        let Round { ended, waiting, limits, announces: _ } = round;
        let requests: Vec<Request> = waiting.iter().map(|waiting| waiting.request).collect();
        let exchange = Exchange { account, limits: &limits, ended: &ended, requests: &requests };
        let answer = match self.counter.exchange(&exchange).await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::debug!(error, ended = ended.len(), "permits run out by themselves");
                for one in waiting {
                    let _ = one.reply.send(Err(unavailable(error.clone())));
                }
                return None;
            }
        };
        let mut left = VecDeque::from(waiting);
        let admitted: Vec<Waiting> = left.drain(..answer.admitted.min(left.len())).collect();
        let mut lines = self.lock();
        let line = lines.entry(account.to_owned()).or_default();
        line.running += admitted.len();
        let blocked = (!left.is_empty()).then(|| {
            // With jitter, so that processes do not ask simultaneously.
            let poll = if line.running > 0 { POLL_WHILE_RUNNING } else { POLL };
            let until =
                Instant::now() + answer.wait.unwrap_or(poll).min(MAX_SLEEP).mul_f64(rand::random_range(1.0..1.2));
            (until, Arc::clone(&line.freed))
        });
        while let Some(back) = left.pop_back() {
            line.rejoin(back);
        }
        // Whoever cannot be admitted in time tries again later.
        let mut late = Vec::new();
        if let Some(wait) = answer.wait.filter(|_| blocked.is_some()) {
            let from = Instant::now() + wait;
            let (kept, dropped): (Vec<_>, Vec<_>) = line.waiting.drain(..).partition(|one| one.deadline >= from);
            line.waiting = kept.into();
            late.extend(dropped.into_iter().map(|one| (one, wait)));
        }
        drop(lines);
        for (one, wait) in late {
            let _ = one.reply.send(Err(reached(wait)));
        }
        for one in admitted {
            // If the caller gave up meanwhile, the permit is given back as it is dropped.
            let _ = one.reply.send(Ok(self.permit(account, one.request.permit)));
        }
        blocked
    }

    /// A permit that is given back with the next exchange after it is dropped.
    fn permit(self: &Arc<Self>, account: &str, permit: PermitId) -> Permit {
        let (lines, account) = (Arc::clone(self), account.to_owned());
        let runtime = tokio::runtime::Handle::current();
        Permit::new(move |tokens| {
            let _entered = runtime.enter();
            lines.change(&account, |line| {
                line.running = line.running.saturating_sub(1);
                line.ended.push(Ended { permit, tokens });
                line.freed.notify_one();
            });
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yielding_request_is_passed_only_for_a_while() {
        let begun = Instant::now();
        let waiting = |turn, after: Duration, expected_tokens| Waiting {
            request: Request { permit: PermitId::new(None), expected_tokens },
            limits: KeyLimits::default(),
            turn: moment(turn, begun + after),
            deadline: begun + MAX_WAIT,
            reply: oneshot::channel().0,
        };
        let order = |line: &Line| -> Vec<u64> { line.waiting.iter().map(|one| one.request.expected_tokens).collect() };
        let mut line = Line::default();
        line.join(waiting(Turn::Yielding, Duration::ZERO, 1));
        line.join(waiting(Turn::InOrder, Duration::from_secs(1), 2));
        line.join(waiting(Turn::Yielding, Duration::from_secs(2), 3));
        line.join(waiting(Turn::InOrder, YIELDS_FOR + Duration::from_secs(1), 4));
        assert_eq!(order(&line), [2, 1, 4, 3]);

        let first = line.waiting.pop_front().unwrap();
        line.join(waiting(Turn::InOrder, Duration::from_secs(1), 5));
        line.rejoin(first);
        assert_eq!(order(&line), [2, 5, 1, 4, 3], "who was not admitted stays before later ones");
    }
}
