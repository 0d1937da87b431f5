import type { Context } from '../../operation/context.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { composeMessages } from './compose-messages.ts'
import { sendMessages } from './send-messages.ts'

const intervalMs = 5_000

export type NotificationParts = Pick<Context, 'db' | 'settings' | 'mail' | 'outbound' | 'secrets' | 'clock' | 'log'>

export interface NotificationWork {
  /** Composes and sends due messages now instead of within the next seconds. */
  runOnce(): Promise<void>
  stop(): Promise<void>
}

/** Composes and sends messages every few seconds. Any number of processes may run it. */
export function startNotificationWork(context: NotificationParts): NotificationWork {
  const { clock, log } = context
  let stopped = false
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()

  async function runOnce(): Promise<void> {
    await composeMessages(context)
    await sendMessages(context)
  }

  function scheduleNext(): void {
    cancel = clock.after(intervalMs, () => {
      running = runOnce()
        .catch((error) => log.warn({ reason: messageOf(error) }, 'notifications were not sent'))
        .then(() => {
          if (!stopped) scheduleNext()
        })
    })
  }

  scheduleNext()
  return {
    runOnce,
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}
