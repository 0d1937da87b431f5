import { totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LoadReadings {
  memoryBytes: number
  eventLoopDelayMs: number
}

const resolutionMs = 20

/** Reads this process. The delay is the mean since the last reading. */
export function processReadings(): { read(): LoadReadings; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return {
    read() {
      const { rss, heapTotal, heapUsed } = process.memoryUsage()
      // The histogram includes its own interval. It has no mean before the first interval has passed.
      const eventLoopDelayMs = delays.count === 0 ? 0 : Math.max(0, delays.mean / 1e6 - resolutionMs)
      delays.reset()
      // Free space inside the heap can be reused, although the process has not returned it.
      return { memoryBytes: rss - (heapTotal - heapUsed), eventLoopDelayMs }
    },
    stop: () => void delays.disable(),
  }
}

/** The limit of the container or control group, else the memory of the machine. */
export function availableMemoryBytes(): number {
  const constrained = process.constrainedMemory()
  const machine = totalmem()
  return constrained > 0 && constrained < machine ? constrained : machine
}
