import { z } from 'zod'
import { RedirectAnswer } from '../../../operation/answers.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { useAdminLoginTicket } from '../connection/admin-login.ts'
import { withChild } from '../connection/site-keys.ts'
import { requireSite } from '../find-site.ts'

export const followAdminLogin = operation({
  name: 'follow-admin-login',
  summary: 'Redirect to the administration of a site, once, for the session or key that called open-admin.',
  effect: 'read',
  permission: 'sites.manage',
  input: z.strictObject({ ticket: z.string().min(1).max(100) }),
  output: z.object({}),
  answers: ['redirect'],
  subject: () => '',
}).does(async ({ ticket }, context) => {
  // The right may have been revoked since the address was created.
  if (context.actor.role === 'viewer' || !context.actor.scopes.includes('write'))
    throw permissionDenied('Opening the administration of a site needs the right to change sites.')
  const { site_id, target } = await useAdminLoginTicket(context, ticket)
  const site = await requireSite(context, site_id)
  return new RedirectAnswer(await withChild(context, site, (child) => context.connector.adminLoginLink(child, target)))
})
