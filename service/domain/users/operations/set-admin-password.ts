import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { withLockedSite } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { refuseSuspended } from '../create-user.ts'
import { findOrder } from '../order-store.ts'
import { orderForgotten } from '../user-errors.ts'

export const ChangedSite = z.object({ site_id: z.int(), site_url: z.string(), username: z.string() })

export const setAdminPassword = operation({
  name: 'set-admin-password',
  summary: 'Set the password of our administrator on one site; the job that sets passwords runs this.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, order_id: z.int() }),
  output: ChangedSite,
})
  .plans(async ({ site_id_or_domain, order_id }) => ({ would_affect: [{ site_id_or_domain, order_id }] }))
  .does(async ({ site_id_or_domain, order_id }, context) => {
    await refuseSuspended(context, site_id_or_domain)
    const order = await findOrder<{ password: string }>(context, order_id)
    if (!order) throw orderForgotten()
    return withLockedSite(context, site_id_or_domain, async (child, site) => {
      await context.connector.setAdminPassword(child, order.password)
      return { site_id: site.id, site_url: site.url, username: site.admin_username }
    })
  })
