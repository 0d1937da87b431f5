import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { deleteUser } from '../change-user.ts'

export const deleteSiteUser = operation({
  name: 'delete-site-user',
  summary: 'Delete a user of a site. What the user wrote goes to the administrator as whom Flotilla works there.',
  effect: 'destroy',
  permission: 'users.manage',
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
  .does(({ site_id_or_domain, user_id }, context) => deleteUser(context, site_id_or_domain, user_id))
