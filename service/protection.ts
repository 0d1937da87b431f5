import { type Actor, limitedCallerOf } from './operation/actor.ts'
import { Budget, type BudgetLimits } from './operation/budget.ts'
import { CallRates, type CallsPerMinute } from './operation/call-rates.ts'
import { overloaded, tooMuchAtOnce } from './operation/load-errors.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { LoadGuard, type LoadLimits } from './platform/load/load-guard.ts'
import { availableMemoryBytes, type LoadReadings, processReadings } from './platform/load/load-readings.ts'
import type { Logger } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { Traffic, type TrafficLimits } from './surfaces/http/traffic.ts'

export interface ProtectionOptions {
  traffic?: Partial<TrafficLimits>
  load?: Partial<LoadLimits>
  /** Concurrent heavy operations. */
  heavy?: BudgetLimits
  /** Calls of one caller per minute. */
  rates?: CallsPerMinute
  /** The source of load readings; this process by default. */
  readings?: () => LoadReadings
}

export interface Protection {
  guard: LoadGuard
  traffic: Traffic
  rates: CallRates
  /** See Pipeline. */
  admitHeavy(actor: Actor): () => void
  stop(): void
}

const defaultDelayMs = 250
/** Reports and exports; Chromium prints two documents at a time, the others wait. */
const heavyLimits = { total: 16, perCaller: 4, reserved: 4 }
const megabyte = 1024 * 1024

/** The limits that protect one process under attack; each process has its own. */
export function createProtection(
  { clock, log, metrics }: { clock: Clock; log: Logger; metrics: Metrics },
  { traffic: limits = {}, load = {}, heavy = heavyLimits, rates: perMinute, readings }: ProtectionOptions = {},
): Protection {
  const source = readings ? { read: readings, stop: () => {} } : processReadings()
  const guard = new LoadGuard({
    clock,
    log,
    read: source.read,
    limits: { memoryBytes: availableMemoryBytes(), eventLoopDelayMs: defaultDelayMs, ...load },
  })
  const traffic = new Traffic({ clock, limits, overload: () => guard.overload(), onShed: metrics.shed })
  metrics.watchTraffic(() => ({ ...traffic.underWay, overloaded: guard.overload() ? 1 : 0 }))
  const rates = new CallRates(clock, { ...(perMinute && { limits: perMinute }), onRefused: metrics.shed })
  return { guard, traffic, rates, admitHeavy: heavyGate(guard, heavy, metrics.shed), stop: source.stop }
}

function heavyGate(
  guard: LoadGuard,
  limits: BudgetLimits,
  onShed: (reason: string) => void,
): (actor: Actor) => () => void {
  const budget = new Budget(limits)
  return (actor) => {
    if (actor.kind === 'system') return () => {}
    const caller = limitedCallerOf(actor)
    const taken = guard.overload() ? 'total' : budget.take(caller, 1)
    if (taken === 'taken') return () => budget.release(caller, 1)
    onShed('heavy')
    throw taken === 'caller' ? tooMuchAtOnce('reports and exports') : overloaded()
  }
}

export function protectionFrom(config: Config): ProtectionOptions {
  const { MAX_CONNECTIONS, BODY_MEMORY_MB, ANSWER_MEMORY_MB, MEMORY_LIMIT_MB, MAX_EVENT_LOOP_DELAY_MS } = config
  const { RATE_LIMIT_READS, RATE_LIMIT_CHANGES, RATE_LIMIT_HEAVY } = config
  return {
    traffic: {
      connections: MAX_CONNECTIONS,
      bodyBytes: BODY_MEMORY_MB * megabyte,
      answerBytes: ANSWER_MEMORY_MB * megabyte,
    },
    rates: { reads: RATE_LIMIT_READS, changes: RATE_LIMIT_CHANGES, heavy: RATE_LIMIT_HEAVY },
    load: {
      eventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS,
      ...(MEMORY_LIMIT_MB !== undefined && { memoryBytes: MEMORY_LIMIT_MB * megabyte }),
    },
  }
}
