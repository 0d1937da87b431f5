import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** One answered request. */
  request(route: string, method: string, status: number, seconds: number): void
  /** One operation that ran through the corridor, whatever door it came by. */
  operation(name: string, outcome: string, seconds: number): void
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'flotilla_' })
  const requests = new Histogram({
    name: 'flotilla_http_request_seconds',
    help: 'Answered HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'flotilla_operation_seconds',
    help: 'Time an operation took in the corridor.',
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  })
  const outcomes = new Counter({
    name: 'flotilla_operations_total',
    help: 'Operations by name and outcome (ok or the error code).',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  return {
    registry,
    request: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    operation(name, outcome, seconds) {
      durations.observe({ operation: name }, seconds)
      outcomes.inc({ operation: name, outcome })
    },
  }
}
