import { z } from 'zod'
import { RedirectAnswer } from '../../../operation/answers.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { useAdminLoginTicket } from '../admin-login.ts'
import { requireSite } from '../find-site.ts'
import { withChild } from '../with-child.ts'

export const followAdminLogin = operation({
  name: 'follow-admin-login',
  summary:
    'Lead to the administration of a site, once: for the session or key that open-admin answered the address to.',
  effect: 'read',
  permission: 'sites.manage',
  input: z.strictObject({ ticket: z.string().min(1).max(100) }),
  output: z.object({}),
  answers: ['redirect'],
  subject: () => '',
}).does(async ({ ticket }, context) => {
  // The right to change was there when the address was made; it may be gone a moment later.
  if (context.actor.role === 'viewer' || !context.actor.scopes.includes('write'))
    throw permissionDenied('Opening the administration of a site is not for those who may only read.')
  const { site_id, target } = await useAdminLoginTicket(context, ticket)
  const site = await requireSite(context, site_id)
  return new RedirectAnswer(await withChild(context, site, (child) => context.connector.adminLoginLink(child, target)))
})
