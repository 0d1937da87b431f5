import { features } from './catalogue.ts'
import type { Clock } from './platform/clock.ts'
import { findDatabaseSize, findLockWaits } from './platform/database/activity-store.ts'
import type { Database } from './platform/database/database.ts'
import { leasesLost } from './platform/leases.ts'
import type { Logger } from './platform/log.ts'
import type { GaugeDefinition, GaugeValue, Metrics } from './platform/metrics.ts'
import type { Outbound } from './platform/outbound/http-client.ts'
import { countDeadLetters, measureQueues, type QueueDepth } from './platform/queue/queue-depth-store.ts'
import { version } from './version.ts'

interface WatchedProcess {
  metrics: Metrics
  db: Database
  outbound: Outbound
  clock: Clock
  log: Logger
  serves: boolean
  works: boolean
}

const one = (value: number): GaugeValue[] => [{ labels: {}, value }]
const byLabel = (label: string, values: Record<string, number>): GaugeValue[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** Adds the metrics of the features, the database, the queues, the network and the release; docs/metrics.md lists them. */
export function watchProcess({ metrics, db, outbound, clock, log, serves, works }: WatchedProcess): void {
  for (const counter of [leasesLost, ...features.flatMap(({ counters = [] }) => counters)]) metrics.addCounter(counter)
  // One query after the other: all of them at once would take every connection of the process.
  let previous: Promise<unknown> = Promise.resolve()
  const inTurn = (read: () => Promise<GaugeValue[]>): Promise<GaugeValue[]> => {
    const reading = previous.then(read)
    previous = reading.catch(() => {})
    return reading
  }
  /** Without a value it is missing, which is not zero. */
  const watchStored = (gauge: GaugeDefinition, read: () => Promise<GaugeValue[]>) =>
    metrics.watchGauge(gauge, () =>
      inTurn(read).catch((error: unknown) => {
        log.warn({ err: error, gauge: gauge.name }, 'a metric could not be read')
        return []
      }),
    )
  for (const { read, ...gauge } of features.flatMap(({ gauges = [] }) => gauges))
    watchStored(gauge, () => read({ db, clock }))

  metrics.watch(
    {
      name: 'flotilla_build_info',
      help: 'Always 1; the labels have the version of Flotilla and Node.js, and what the process does (api, worker or all).',
      labelNames: ['version', 'node', 'role'],
    },
    () => [
      {
        labels: { version, node: process.version, role: serves && works ? 'all' : serves ? 'api' : 'worker' },
        value: 1,
      },
    ],
  )
  metrics.watch(
    {
      name: 'flotilla_database_connections',
      help: 'Connections of this process to the database, idle or used; without those of the queue, notices and quick reads.',
      labelNames: ['state'],
    },
    () => byLabel('state', { idle: db.pool.idleCount, used: db.pool.totalCount - db.pool.idleCount }),
  )
  metrics.watch(
    {
      name: 'flotilla_database_callers_waiting',
      help: 'Callers in this process that wait for a connection to the database.',
      labelNames: [],
    },
    () => one(db.pool.waitingCount),
  )
  watchStored(
    {
      name: 'flotilla_database_lock_waits',
      help: 'Sessions of the database that wait for a lock, of all processes.',
      labelNames: [],
    },
    async () => one((await findLockWaits(db)).sessions),
  )
  watchStored(
    {
      name: 'flotilla_database_lock_wait_seconds',
      help: 'The longest current wait for a lock of the database; 0 if none waits.',
      labelNames: [],
    },
    async () => one((await findLockWaits(db)).seconds),
  )
  watchStored(
    { name: 'flotilla_database_size_bytes', help: 'Size of the database on disk.', labelNames: [] },
    async () => one(await findDatabaseSize(db)),
  )
  const watchQueues = (gauge: GaugeDefinition, read: (depth: QueueDepth) => number) =>
    watchStored(gauge, async () =>
      (await measureQueues(db)).map((depth) => ({ labels: { queue: depth.queue }, value: read(depth) })),
    )
  watchQueues(
    {
      name: 'flotilla_queue_messages',
      help: 'Messages that are due and wait for a worker, by queue (short, long, heavy, calls). A message is a batch of targets of a job, or a call.',
      labelNames: ['queue'],
    },
    ({ waiting }) => waiting,
  )
  watchQueues(
    {
      name: 'flotilla_queue_oldest_seconds',
      help: 'How long the oldest of these messages has been waiting, by queue; 0 if none waits.',
      labelNames: ['queue'],
    },
    ({ oldestSeconds }) => oldestSeconds,
  )
  watchStored(
    {
      name: 'flotilla_queue_dead_letters',
      help: 'Calls of the service that failed after all attempts and are no longer repeated.',
      labelNames: [],
    },
    async () => one(await countDeadLetters(db)),
  )
  metrics.watch(
    {
      name: 'flotilla_outbound_connections',
      help: 'Connections of this process to sites and other servers, idle or busy.',
      labelNames: ['state'],
    },
    () => {
      const { idle, busy } = outbound.counts()
      return byLabel('state', { idle, busy })
    },
  )
  metrics.watch(
    {
      name: 'flotilla_outbound_requests_waiting',
      help: 'Calls of this process to sites and other servers that wait for their turn because of the limits per host and in total.',
      labelNames: [],
    },
    () => one(outbound.counts().waiting),
  )
}
