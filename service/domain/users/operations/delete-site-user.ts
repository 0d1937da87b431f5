import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { deleteUserOnSite } from '../change-user.ts'

export const deleteSiteUser = operation({
  name: 'delete-site-user',
  summary: 'Delete a user of a site. The posts of the user are assigned to the administrator that Flotilla uses there.',
  effect: 'destroy',
  permission: 'users.manage',
  stepUp: true,
  input: z.strictObject({ site_id_or_domain: SiteRef, user_id: z.int().min(1) }),
  output: z.object({
    deleted: z.literal(true),
    user_id: z.int(),
    username: z.string(),
    site_id: z.int(),
    site_url: z.string(),
  }),
})
  .plans(({ site_id_or_domain, user_id }, context) =>
    planOnSite(context, site_id_or_domain, [{ user_id, action: 'delete' }]),
  )
  .does(({ site_id_or_domain, user_id }, context) => deleteUserOnSite(context, site_id_or_domain, user_id))
