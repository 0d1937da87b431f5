import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { CreatedUser, createUser, refuseSuspended } from '../create-user.ts'
import { findOrder } from '../order-store.ts'
import { orderForgotten } from '../user-errors.ts'
import type { NewUser } from '../user-input.ts'

export const createSiteUser = operation({
  name: 'create-site-user',
  summary: 'Make a user on one site; the jobs that make users run this.',
  effect: 'change',
  permission: 'users.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, order_id: z.int() }),
  output: CreatedUser,
})
  .plans(async ({ site_id_or_domain, order_id }) => ({ would_affect: [{ site_id_or_domain, order_id }] }))
  .does(async ({ site_id_or_domain, order_id }, context) => {
    await refuseSuspended(context, site_id_or_domain)
    const user = await findOrder<NewUser>(context, order_id)
    if (!user) throw orderForgotten()
    return createUser(context, site_id_or_domain, user)
  })
