import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { editUserOnSite } from '../change-user.ts'
import { SiteUserItem } from '../site-user.ts'
import { editedUserFields, fieldsOf, noUserChanges } from '../user-input.ts'

export const editSiteUser = operation({
  name: 'edit-site-user',
  summary:
    'Change a user of a site. Fields that are not sent do not change. Returns the user as read back from the site.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  stepUp: true,
  input: z.strictObject({ site_id_or_domain: SiteRef, user_id: z.int().min(1), ...editedUserFields }),
  output: z.object({ user: SiteUserItem, password_changed: z.boolean() }),
  subject: ({ site_id_or_domain, user_id, ...input }) =>
    JSON.stringify({ site_id_or_domain, user_id, role: input.role, fields: fieldsOf(input) }),
})
  .plans(async ({ site_id_or_domain, user_id, ...input }, context) => {
    const fields = fieldsOf(input)
    if (fields.length === 0) throw noUserChanges()
    return planOnSite(context, site_id_or_domain, [{ user_id, fields, action: 'edit' }])
  })
  .does(async ({ site_id_or_domain, user_id, ...input }, context) => {
    if (fieldsOf(input).length === 0) throw noUserChanges()
    return editUserOnSite(context, site_id_or_domain, user_id, input)
  })
