import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recordAttempt } from '../../activity/index.ts'
import { withLockedSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { requireNotSuspended } from '../create-user.ts'
import { orderNotFound } from '../user-errors.ts'
import { findOrder } from '../user-order-store.ts'

export const AdminPasswordChange = z.object({ site_id: z.int(), site_url: z.string(), username: z.string() })

export const setAdminPassword = operation({
  name: 'set-admin-password',
  summary: 'Set the password of the administrator that Flotilla uses on one site; run by the job that sets passwords.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  stepUp: true,
  input: z.strictObject({ site_id_or_domain: SiteRef, order_id: z.int() }),
  output: AdminPasswordChange,
})
  .plans(async ({ site_id_or_domain, order_id }) => ({ would_affect: [{ site_id_or_domain, order_id }] }))
  .does(async ({ site_id_or_domain, order_id }, context) => {
    await requireNotSuspended(context, site_id_or_domain)
    const order = await findOrder<{ password: string }>(context, order_id)
    if (!order) throw orderNotFound()
    return withLockedSite(context, site_id_or_domain, async (child, site) => {
      const item = site.admin_username
      const change = { type: 'user', action: 'set-admin-password', label: 'Password of a user changed', item }
      await recordAttempt(context, site.id, change, () => context.connector.setAdminPassword(child, order.password))
      return { site_id: site.id, site_url: site.url, username: site.admin_username }
    })
  })
