import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { CreatedUser, createUserOnSite, requireNotSuspended } from '../create-user.ts'
import { orderNotFound } from '../user-errors.ts'
import type { NewUserInput } from '../user-input.ts'
import { findOrder } from '../user-order-store.ts'

export const createSiteUser = operation({
  name: 'create-site-user',
  summary: 'Create a user on one site; run by the jobs that create users.',
  effect: 'change',
  permission: 'users.manage',
  stepUp: true,
  input: z.strictObject({ site_id_or_domain: SiteRef, order_id: z.int() }),
  output: CreatedUser,
})
  .plans(async ({ site_id_or_domain, order_id }) => ({ would_affect: [{ site_id_or_domain, order_id }] }))
  .does(async ({ site_id_or_domain, order_id }, context) => {
    await requireNotSuspended(context, site_id_or_domain)
    const user = await findOrder<NewUserInput>(context, order_id)
    if (!user) throw orderNotFound()
    return createUserOnSite(context, site_id_or_domain, user)
  })
