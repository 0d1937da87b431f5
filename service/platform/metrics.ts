import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import { outboundCodes } from './outbound/errors.ts'

/** What the parts of a process report about their work. */
export interface MetricRecorder {
  increment(counter: CounterDefinition, labels?: Record<string, string>, by?: number): void
  /** Amounts that the process knows, read together with the metrics. */
  watch(gauge: GaugeDefinition, read: () => GaugeValue[]): void
}

/** Counts from 0 for every combination of the listed values; another value is counted as `other`. */
export interface CounterDefinition {
  name: `flotilla_${string}_total`
  help: string
  labels: Readonly<Record<string, readonly string[]>>
}

export interface Metrics extends MetricRecorder {
  contentType: string
  /** The text for Prometheus; at most a few seconds old. Callers share one text, so many calls cost no more than one. */
  read(): Promise<Buffer>
  /** One answered request. `route` is the pattern of a route, never an address. */
  request(route: string, method: string, status: number, seconds: number): void
  /** One call to the network. `result` is a class of HTTP statuses (`2xx`) or the code of the failure. */
  outbound(result: string, seconds: number): void
  addCounter(counter: CounterDefinition): void
  /** One operation, on any surface. */
  operation(name: string, outcome: string, seconds: number): void
  /** Work that was refused to protect the service. */
  shed(reason: string): void
  /** The caches that could not be refreshed, read together with the metrics. */
  watchCaches(outdated: () => string[]): void
  /** Amounts that are read from the database, at most once a minute. */
  watchGauge(gauge: GaugeDefinition, read: () => Promise<GaugeValue[]>): void
  /** Amounts in progress, read together with the metrics. */
  watchTraffic(underWay: () => Record<string, number>): void
}

export interface GaugeDefinition {
  name: `flotilla_${string}`
  help: string
  labelNames: readonly string[]
}

export interface GaugeValue {
  labels: Record<string, string>
  value: number
}

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const outboundBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const answerClasses = ['1xx', '2xx', '3xx', '4xx', '5xx']
const freshMs = 5_000
const freshGaugeMs = 60_000
// Well above the actual number (about 300 of each); anything more is counted as `other`.
const maxNames = 600
const maxCombinations = 3_000

/** Of this process, hence once: prom-client never ends the timer and the observer that these need. */
const processRegistry = new Registry()

export function createMetrics(clock: Clock): Metrics {
  const registry = new Registry()
  if (processRegistry.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: processRegistry })
  const registers = [registry]
  const requestSeconds = new Histogram({
    name: 'flotilla_http_request_seconds',
    help: 'Answered HTTP requests by route and method.',
    labelNames: ['route', 'method'],
    buckets,
    registers,
  })
  const requests = new Counter({
    name: 'flotilla_http_requests_total',
    help: 'Answered HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const operationSeconds = new Histogram({
    name: 'flotilla_operation_seconds',
    help: 'Time that an operation took.',
    labelNames: ['operation'],
    buckets,
    registers,
  })
  const operations = new Counter({
    name: 'flotilla_operations_total',
    help: 'Operations by name and outcome (ok or the error code).',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const outboundSeconds = new Histogram({
    name: 'flotilla_outbound_request_seconds',
    help: 'Calls to sites and other servers, with the time in the queue: by the class of the status, or failed.',
    labelNames: ['result'],
    buckets: outboundBuckets,
    registers,
  })
  const outboundRequests = new Counter({
    name: 'flotilla_outbound_requests_total',
    help: 'Calls to sites and other servers by the class of the status (2xx) or the code of the failure.',
    labelNames: ['result'],
    registers,
  })
  for (const result of answerClasses) outboundSeconds.zero({ result })
  outboundSeconds.zero({ result: 'failed' })
  for (const result of [...answerClasses, ...outboundCodes]) outboundRequests.inc({ result }, 0)
  const shed = new Counter({
    name: 'flotilla_shed_total',
    help: 'Requests and connections refused because of a limit or an overload.',
    labelNames: ['reason'],
    registers,
  })
  const counters = new Map<string, Counter>()
  const addGauge = ({ name, help, labelNames }: GaugeDefinition, read: () => GaugeValue[] | Promise<GaugeValue[]>) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        const current = await read()
        this.reset()
        for (const { labels, value } of current) this.set(labels, value)
      },
    })
  const routes = new BoundedSet(maxNames)
  const statuses = new BoundedSet(maxCombinations)
  const names = new BoundedSet(maxNames)
  const outcomes = new BoundedSet(maxCombinations)
  return {
    contentType: registry.contentType,
    read: cached(clock, freshMs, async () => {
      const texts = await Promise.all([processRegistry.metrics(), registry.metrics()])
      return Buffer.from(texts.join('\n'))
    }),
    request(givenRoute, givenMethod, status, seconds) {
      // A method that the route does not have is input of the caller.
      const isKnown = methods.has(givenMethod) && status !== 405 && routes.admits(`${givenRoute}\n${givenMethod}`)
      const [route, method] = isKnown ? [givenRoute, givenMethod] : [other, other]
      requestSeconds.observe({ route, method }, seconds)
      const code = String(status)
      requests.inc({ route, method, status: statuses.admits(`${route}\n${method}\n${code}`) ? code : other })
    },
    shed: (reason) => shed.inc({ reason }),
    watchCaches(outdated) {
      new Gauge({
        name: 'flotilla_outdated_caches',
        help: 'Caches that could not be refreshed, so that changes by other processes may be missing; 1 for each.',
        labelNames: ['cache'],
        registers,
        collect() {
          this.reset()
          for (const cache of outdated()) this.set({ cache }, 1)
        },
      })
    },
    watchGauge: (gauge, read) => void addGauge(gauge, cached(clock, freshGaugeMs, read)),
    watch: (gauge, read) => void addGauge(gauge, read),
    addCounter({ name, help, labels }) {
      const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers })
      // From 0: the first increment would be invisible to rate().
      for (const combination of combinationsOf(labels)) counter.inc(combination, 0)
      counters.set(name, counter)
    },
    increment({ name, labels: known }, labels = {}, by = 1) {
      const bounded = Object.entries(labels).map(([label, value]) => [
        label,
        known[label]?.includes(value) ? value : other,
      ])
      counters.get(name)?.inc(Object.fromEntries(bounded), by)
    },
    outbound(result, seconds) {
      outboundSeconds.observe({ result: answerClasses.includes(result) ? result : 'failed' }, seconds)
      outboundRequests.inc({ result })
    },
    watchTraffic(underWay) {
      new Gauge({
        name: 'flotilla_traffic_under_way',
        help: 'Connections, requests, event streams and bytes held for callers now.',
        labelNames: ['what'],
        registers,
        collect() {
          for (const [what, amount] of Object.entries(underWay())) this.set({ what }, amount)
        },
      })
    },
    operation(name, outcome, seconds) {
      const operation = names.admits(name) ? name : other
      operationSeconds.observe({ operation }, seconds)
      operations.inc({ operation, outcome: outcomes.admits(`${operation}\n${outcome}`) ? outcome : other })
    },
  }
}

function combinationsOf(labels: CounterDefinition['labels']): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (before, [label, values]) =>
      before.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  )
}

const other = 'other'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Limits the number of label combinations, independent of input. */
class BoundedSet {
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  admits(key: string): boolean {
    if (this.#known.has(key)) return true
    if (this.#known.size >= this.#most) return false
    this.#known.add(key)
    return true
  }
}

function cached<T>(clock: Clock, forMs: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  let madeAt = 0
  return () => {
    const now = clock.now().getTime()
    // A clock that was set back must not preserve an old text for ever.
    if (made && now >= madeAt && now - madeAt < forMs) return made
    const making = make()
    made = making
    madeAt = now
    making.catch(() => {
      if (made === making) made = undefined
    })
    return making
  }
}
