import type { Context } from '../../operation/context.ts'
import { composeMessages } from './compose-messages.ts'
import { sendMessages } from './send-messages.ts'

const lookEveryMs = 5_000

export type NotificationParts = Pick<Context, 'db' | 'settings' | 'mail' | 'outbound' | 'secrets' | 'clock' | 'log'>

export interface NotificationWork {
  /** Writes and sends what is due now, rather than within the next seconds. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** The part of a process that tells people what happened. Any number of processes may do it. */
export function startNotificationWork(context: NotificationParts): NotificationWork {
  const { clock, log } = context
  let stopped = false
  let forget = () => {}
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    await composeMessages(context)
    await sendMessages(context)
  }

  function again(): void {
    forget = clock.after(lookEveryMs, () => {
      looking = look()
        .catch((error) => log.warn({ reason: (error as Error).message }, 'notifications were not sent'))
        .then(() => {
          if (!stopped) again()
        })
    })
  }

  again()
  return {
    look,
    async stop() {
      stopped = true
      forget()
      await looking
    },
  }
}
