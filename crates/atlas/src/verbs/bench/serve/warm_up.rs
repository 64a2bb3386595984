//! Requests before a row, which do not count.

use super::bodies::Conversation;
use super::load::{Driver, Pace, Row};
use anyhow::{Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sends `count` requests like the row's that do not count, as many at once as the row does.
///
/// # Errors
/// All of them failed.
pub async fn warm_up(driver: &Arc<Driver>, row: &Row, count: u32) -> Result<()> {
    let width = match row.pace {
        Pace::Closed { concurrency } => concurrency,
        Pace::Open { .. } | Pace::Trace { .. } => 1,
    };
    let next = Arc::new(AtomicU64::new(0));
    let worker = |driver: Arc<Driver>, next: Arc<AtomicU64>, row: u64| async move {
        let (mut answered, mut failure) = (0, None);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= u64::from(count) || driver.stopped() {
                return (answered, failure);
            }
            let turn = driver.workload.warm_up(row, i);
            let body = driver.bodies.next(&mut Conversation::default(), &turn);
            tokio::select! {
                answer = driver.ask(body) => match answer {
                    Ok(_) => answered += 1,
                    Err(e) => failure = Some(e),
                },
                () = driver.interrupted() => {}
            }
        }
    };
    let workers: Vec<_> = (0..width.min(count))
        .map(|_| tokio::spawn(worker(driver.clone(), next.clone(), row.number)))
        .collect();
    let (mut answered, mut failure) = (0, None);
    for worker in workers {
        let (more, failed) = worker.await?;
        answered += more;
        failure = failure.or(failed);
    }
    match failure {
        Some(failure) if answered == 0 => {
            bail!("the warm-up failed: {}: {failure} (--warm-up 0 goes on without)", failure.kind())
        }
        _ => Ok(()),
    }
}
