import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { publishEvents } from '../../events/index.ts'
import { countNewlyPoor, recordNewlyPoor } from '../poor-health-store.ts'

export const notifyPoorHealth = operation({
  name: 'send-health-alerts',
  summary: 'Notify about sites whose site health has become poor, once each until it is good again.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ notifiedSites: z.int() }),
})
  .plans(async (_input, { db, settings }) => {
    const { svc_disable_sites_health_monitoring: off, svc_sitehealth_threshold } = settings.get('monitoring')
    const sites = off ? 0 : await countNewlyPoor(db, svc_sitehealth_threshold)
    return { would_affect: [], warnings: [`${sites} sites would be reported.`] }
  })
  .does(async (_input, { db, settings, clock }) => {
    const { svc_disable_sites_health_monitoring: off, svc_sitehealth_threshold } = settings.get('monitoring')
    if (off) return { notifiedSites: 0 }
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const sites = await recordNewlyPoor(trx, svc_sitehealth_threshold, now)
      await publishEvents(
        trx,
        sites.map(({ id, score }) => ({ type: 'health.poor', siteId: id, data: { score } })),
        now,
      )
      return { notifiedSites: sites.length }
    })
  })
