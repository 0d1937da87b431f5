import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A time during which the event loop was blocked. */
export interface Block {
  /** Elapsed time, which other programs prolong too. */
  ms: number
  /** Processor time of the thread meanwhile: the cost of our own code. */
  cpuMs: number
}

export interface Delays {
  p99Ms: number
  longestMs: number
}

const tickMs = 10
const reportedMs = 30

/** Reports each block of the event loop. */
export function startWatchdog(report: (block: Block) => void): { delays(): Delays; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: tickMs })
  histogram.enable()
  let last = performance.now()
  let lastCpu = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(lastCpu)
    const [ms, cpuMs] = [now - last - tickMs, (user + system) / 1000]
    if (Math.min(ms, cpuMs) > reportedMs) report({ ms, cpuMs: Math.min(ms, cpuMs) })
    last = now
    lastCpu = process.threadCpuUsage()
  }, tickMs)
  return {
    delays: () => ({ p99Ms: histogram.percentile(99) / 1e6, longestMs: histogram.max / 1e6 }),
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
