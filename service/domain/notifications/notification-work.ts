import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { startWorkLoop } from '../../platform/work/work-loop.ts'
import { createFindOwner } from './channels/channel-owner.ts'
import { composeChannelMessages } from './rules/compose-channel-messages.ts'
import { routeEvents } from './rules/route-events.ts'
import { sendChannelMessages } from './rules/send-channel-messages.ts'

const intervalMs = 5_000

export type NotificationParts = Pick<
  Context,
  'db' | 'settings' | 'mail' | 'outbound' | 'secrets' | 'clock' | 'log' | 'publicUrl'
> & {
  /** The rights that a caller has now; null: the account or key is gone. Channels act with the rights of their owner. */
  currentActor(stored: Actor): Promise<Actor | null>
}

export interface NotificationWork {
  /** Composes and sends due messages now instead of within the next seconds. */
  runOnce(): Promise<void>
  stop(): Promise<void>
}

/** Composes and sends messages every few seconds. Any number of processes may run it. */
export function startNotificationWork(context: NotificationParts): NotificationWork {
  let isStopped = false

  const channels = { ...context, findOwner: createFindOwner(context.currentActor) }

  async function runOnce(): Promise<void> {
    while (!isStopped && (await routeEvents(channels))) {
      // A full batch was compared; more events may wait.
    }
    await composeChannelMessages(channels)
    await sendChannelMessages(context)
  }

  const loop = startWorkLoop(context, { intervalMs, failure: 'notifications were not sent', run: runOnce })
  return {
    runOnce,
    async stop() {
      isStopped = true
      await loop.stop()
    },
  }
}
