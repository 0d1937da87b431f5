import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { editUser } from '../change-user.ts'
import { SiteUser } from '../site-user.ts'
import { editedUserFields, fieldsOf, nothingToChange } from '../user-input.ts'

export const editSiteUser = operation({
  name: 'edit-site-user',
  summary: 'Change a user of a site: what is not named stays. Answers the user as the site then shows it.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, user_id: z.int().min(1), ...editedUserFields }),
  output: z.object({ user: SiteUser, password_changed: z.boolean() }),
  subject: ({ site_id_or_domain, user_id, ...written }) =>
    JSON.stringify({ site_id_or_domain, user_id, role: written.role, fields: fieldsOf(written) }),
})
  .plans(async ({ site_id_or_domain, user_id, ...written }, context) => {
    const fields = fieldsOf(written)
    if (fields.length === 0) throw nothingToChange()
    return planOnSite(context, site_id_or_domain, [{ user_id, fields, action: 'edit' }])
  })
  .does(async ({ site_id_or_domain, user_id, ...written }, context) => {
    if (fieldsOf(written).length === 0) throw nothingToChange()
    return editUser(context, site_id_or_domain, user_id, written)
  })
