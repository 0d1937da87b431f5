import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { invitationRecord, invitedEmail, requireInvitation, toInvitationRecord } from '../invitations/invitation.ts'
import { invite, requireInvitable, requireMayInvite } from '../invitations/invite.ts'
import { grantedRightsFields, readGrantedRights, shownRole } from '../users/granted-rights.ts'
import { personName } from '../users/user.ts'

export const addInvitation = operation({
  name: 'add-invitation',
  summary:
    'Invite a person by e-mail. The link is valid for 7 days and can be used once; a new invitation to the same address replaces the previous one.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ email: invitedEmail, name: personName.default(''), ...grantedRightsFields }),
  output: invitationRecord,
})
  .plans(async ({ email, name, ...input }, context) => {
    const rights = readGrantedRights(input)
    await requireMayInvite(context)
    await requireInvitable(context, { email, name, rights })
    return { would_affect: [{ email, name, role: shownRole(rights) }] }
  })
  .does(async ({ email, name, ...input }, context) => {
    const person = { email, name, rights: readGrantedRights(input) }
    await requireMayInvite(context)
    await requireInvitable(context, person)
    const id = await invite(context, person, context.recordChange)
    return toInvitationRecord(await requireInvitation(context.db, id), context.clock.now())
  })
