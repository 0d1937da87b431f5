import type { Clock } from '../clock.ts'
import { messageOf } from '../error-facts.ts'
import type { Logger } from '../log.ts'

export interface WorkLoop {
  /** Runs it at once, or once more after the run that is under way. */
  runSoon(): void
  /** Waits for the run that is under way. */
  stop(): Promise<void>
}

/** Runs `run` repeatedly, one run at a time, `intervalMs` after the end of the last one. */
export function startWorkLoop(
  { clock, log }: { clock: Clock; log: Logger },
  { intervalMs, failure, run }: { intervalMs: number; failure: string; run: () => Promise<unknown> },
): WorkLoop {
  let [isStopped, isRunning, isRequested] = [false, false, false]
  let running: Promise<void> = Promise.resolve()
  let cancelTimer = () => {}

  async function runAll(): Promise<void> {
    isRunning = true
    while (isRequested && !isStopped) {
      isRequested = false
      await run().catch((error) => log.warn({ reason: messageOf(error) }, failure))
    }
    isRunning = false
    if (!isStopped) schedule()
  }

  function runSoon(): void {
    isRequested = true
    if (isRunning || isStopped) return
    cancelTimer()
    running = runAll()
  }

  function schedule(): void {
    cancelTimer = clock.after(intervalMs, runSoon)
  }

  schedule()
  return {
    runSoon,
    async stop() {
      isStopped = true
      cancelTimer()
      await running
    },
  }
}
