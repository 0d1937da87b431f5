import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { announce } from '../../notifications/index.ts'
import { countNewlyPoor, noteNewlyPoor } from '../poor-health-store.ts'

export const notifyPoorHealth = operation({
  name: 'tell-poor-health',
  summary: 'Tell of sites whose health has become poor by their own account, once each until it is good again.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ told: z.int() }),
})
  .plans(async (_input, { db, settings }) => {
    const { svc_disable_sites_health_monitoring: off, svc_sitehealth_threshold } = settings.get('monitoring')
    const sites = off ? 0 : await countNewlyPoor(db, svc_sitehealth_threshold)
    return { would_affect: [], warnings: [`${sites} sites would be told of.`] }
  })
  .does(async (_input, { db, settings, clock }) => {
    const { svc_disable_sites_health_monitoring: off, svc_sitehealth_threshold } = settings.get('monitoring')
    if (off) return { told: 0 }
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const sites = await noteNewlyPoor(trx, svc_sitehealth_threshold, now)
      await announce(
        trx,
        sites.map(({ id, url, name, score }) => ({
          key: `poor-health:${id}:${now.getTime()}`,
          kind: 'health',
          site: { id, url, name },
          address: 'health',
          cause: `${score} of 100`,
          happenedAt: now,
          beganAt: null,
        })),
        now,
      )
      return { told: sites.length }
    })
  })
