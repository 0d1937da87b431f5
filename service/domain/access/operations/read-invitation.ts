import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { requireOpenInvitation } from '../invitations/invitation.ts'
import { countLinkUse, linkToken } from '../mail-links/link-token.ts'
import { shownRole } from '../users/granted-rights.ts'
import { userRole } from '../users/role.ts'

export const readInvitation = operation({
  name: 'read-invitation',
  summary: 'Show the invitation of a link, without using it.',
  effect: 'read',
  permission: 'public',
  input: z.strictObject({ token: linkToken }),
  output: z.object({
    email: z.string(),
    name: z.string(),
    role: userRole,
    role_name: z.string().nullable().describe('The name of the custom role.'),
    invited_by: z.string().describe('The name of the person who invited.'),
    expires_at: timestamp,
  }),
}).does(async ({ token }, context) => {
  await countLinkUse(context)
  const invitation = await requireOpenInvitation(context, token)
  const { email, name, role_name, inviter, expires_at } = invitation
  const role = shownRole(invitation)
  return { email, name, role, role_name, invited_by: inviter.name || inviter.login, expires_at: isoTime(expires_at) }
})
