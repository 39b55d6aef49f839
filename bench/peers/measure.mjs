// Measures one queue and prints one JSON object: node measure.mjs <bullmq|graphile-worker|pg-boss> <seconds>.
// DATABASE_URL and REDIS_URL are the servers. The steps are those of ../src/queue/ours.rs: push with 1, 10, 100 at a
// time; process a backlog with 1, 10, 100 at a time; pick-up when idle.
import { performance } from 'node:perf_hooks'

const [peer, seconds] = [process.argv[2], Number(process.argv[3])]
const LEVELS = [1, 10, 100]
// More than each of them can process in ten seconds.
const BACKLOG = { bullmq: 200_000, 'graphile-worker': 50_000, 'pg-boss': 100_000 }[peer] * Math.min(seconds, 10) / 10
// A polling one takes half a second for each.
const PICKUPS = peer === 'pg-boss' ? 40 : 100

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// Calls `push` from `level` concurrent loops for the given time; answers pushes per second.
async function pushRate(level, push) {
  let pushed = 0
  const start = performance.now()
  const loop = async () => {
    while (performance.now() - start < seconds * 1000) {
      await push()
      pushed += 1
    }
  }
  await Promise.all(Array.from({ length: level }, loop))
  return pushed / ((performance.now() - start) / 1000)
}

// Counts calls of `done` from the first one on, for the given time or until the backlog is empty.
function counter() {
  let count = 0
  let start = 0
  let finish
  const ended = new Promise((resolve) => { finish = resolve })
  const done = () => {
    if (count === 0) start = performance.now()
    count += 1
    if (count === BACKLOG || (count % 16 === 0 && performance.now() - start > seconds * 1000)) {
      finish(count / ((performance.now() - start) / 1000))
    }
  }
  return { done, ended }
}

// Pushes one job at a time into an idle queue; answers the milliseconds until its handler runs.
async function pickups(push, started) {
  const waits = []
  for (let n = 0; n < PICKUPS; n++) {
    await sleep(20 + Math.random() * 40)
    const arrived = started()
    const start = performance.now()
    await push()
    await arrived
    waits.push(performance.now() - start)
  }
  waits.sort((a, b) => a - b)
  return { p50: waits[Math.floor(waits.length * 0.5)], p95: waits[Math.floor(waits.length * 0.95)] }
}

function signal() {
  let resolve
  return {
    started: () => new Promise((r) => { resolve = r }),
    fire: () => resolve?.(),
  }
}

async function bullmq() {
  const { Queue, Worker } = await import('bullmq')
  const connection = { url: process.env.REDIS_URL, maxRetriesPerRequest: null }
  const options = { removeOnComplete: true }
  const result = { push: {}, work: {} }
  for (const level of LEVELS) {
    const queue = new Queue(`push${level}`, { connection })
    await queue.waitUntilReady()
    result.push[level] = await pushRate(level, () => queue.add('noop', {}, options))
    await queue.obliterate({ force: true })
    const work = new Queue(`work${level}`, { connection })
    for (let n = 0; n < BACKLOG; n += 1000) {
      await work.addBulk(Array.from({ length: 1000 }, () => ({ name: 'noop', data: {}, opts: options })))
    }
    const { done, ended } = counter()
    const worker = new Worker(`work${level}`, async () => done(), { connection, concurrency: level })
    result.work[level] = await ended
    await worker.close()
    await work.obliterate({ force: true })
  }
  const queue = new Queue('pickup', { connection })
  const { started, fire } = signal()
  const worker = new Worker('pickup', async () => fire(), { connection })
  await worker.waitUntilReady()
  await sleep(500)
  result.pickup = await pickups(() => queue.add('noop', {}, options), started)
  await worker.close()
  return result
}

async function graphileWorker() {
  const { run, makeWorkerUtils, Logger } = await import('graphile-worker')
  const { default: pg } = await import('pg')
  const connectionString = process.env.DATABASE_URL
  const logger = new Logger(() => () => {})
  const pushers = new pg.Pool({ connectionString, max: 100 })
  const utils = await makeWorkerUtils({ pgPool: pushers, logger })
  await utils.migrate()
  const push = () => utils.addJob('noop', {})
  const clear = () => pushers.query('TRUNCATE graphile_worker._private_jobs')
  const result = { push: {}, work: {} }
  for (const level of LEVELS) {
    result.push[level] = await pushRate(level, push)
    await clear()
    await pushers.query("SELECT count(graphile_worker.add_job('noop', '{}')) FROM generate_series(1, $1)", [BACKLOG])
    await pushers.query('ANALYZE graphile_worker._private_jobs')
    const { done, ended } = counter()
    const taskList = { noop: async () => done() }
    const runner = await run({
      connectionString, concurrency: level, maxPoolSize: level + 5, taskList, logger, noHandleSignals: true,
    })
    result.work[level] = await ended
    await runner.stop()
    await clear()
  }
  const { started, fire } = signal()
  const runner = await run({
    connectionString, concurrency: 10, taskList: { noop: async () => fire() }, logger, noHandleSignals: true,
  })
  await sleep(1000)
  result.pickup = await pickups(push, started)
  await runner.stop()
  await utils.release()
  await pushers.end()
  return result
}

// pg-boss polls at most twice a second, so its rates are measured with its fetch and complete in a loop, `level` jobs
// at a time; only the pick-up uses its polling worker.
async function pgBoss() {
  const { default: PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, max: 100 })
  boss.on('error', () => {})
  await boss.start()
  const result = { push: {}, work: {} }
  for (const level of LEVELS) {
    await boss.createQueue(`push${level}`)
    result.push[level] = await pushRate(level, () => boss.send(`push${level}`, {}))
    const name = `work${level}`
    await boss.createQueue(name)
    for (let n = 0; n < BACKLOG; n += 2000) {
      await boss.insert(Array.from({ length: 2000 }, () => ({ name })))
    }
    const { done, ended } = counter()
    let running = true
    const loop = (async () => {
      while (running) {
        const jobs = await boss.fetch(name, { batchSize: level })
        if (jobs.length === 0) return
        await boss.complete(name, jobs.map((job) => job.id))
        jobs.forEach(done)
      }
    })()
    result.work[level] = await ended
    running = false
    await loop
  }
  const { started, fire } = signal()
  await boss.createQueue('pickup')
  await boss.work('pickup', { pollingIntervalSeconds: 0.5 }, async () => fire())
  await sleep(1000)
  result.pickup = await pickups(() => boss.send('pickup', {}), started)
  await boss.stop({ graceful: false })
  return result
}

const peers = { bullmq, 'graphile-worker': graphileWorker, 'pg-boss': pgBoss }
const result = await peers[peer]()
console.log(JSON.stringify(result))
process.exit(0)
