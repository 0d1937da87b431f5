import type { Notices } from '../../platform/database/notices.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { startWorkLoop } from '../../platform/work/work-loop.ts'
import { eventsChannel } from '../events/index.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDueDeliveries, type WebhookContext } from './send-deliveries.ts'
import { listEndpointsWithDueDeliveries } from './webhook-delivery-store.ts'

const intervalMs = 2_000

export interface WebhookWork {
  /** Queues and sends what is due now, and waits for its end. */
  runOnce(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends events to webhooks: after each notice of new events and every few seconds. Each endpoint is served on its own, so that
 * one that does not answer delays no other. Any number of processes may run it.
 */
export async function startWebhookWork(context: WebhookContext, notices?: Notices): Promise<WebhookWork> {
  const { db, clock, log } = context
  const sending = new Map<number, Promise<void>>()
  let isStopped = false

  function serve(endpointId: number): void {
    if (sending.has(endpointId)) return
    const work = sendDueDeliveries(context, endpointId, () => isStopped)
      .catch((error) => log.warn({ webhook: endpointId, reason: messageOf(error) }, 'webhooks were not sent'))
      .finally(() => sending.delete(endpointId))
    sending.set(endpointId, work)
  }

  async function queueAndServe(): Promise<void> {
    await queueDeliveries(context)
    for (const id of await listEndpointsWithDueDeliveries(db, clock.now())) serve(id)
  }

  const loop = startWorkLoop(context, { intervalMs, failure: 'webhooks were not queued', run: queueAndServe })
  await notices?.subscribe(eventsChannel, loop.runSoon)
  return {
    async runOnce() {
      await queueAndServe()
      await Promise.all(sending.values())
    },
    async stop() {
      isStopped = true
      await loop.stop()
      await Promise.all(sending.values())
    },
  }
}
