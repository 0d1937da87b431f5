import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { invitationId, invitationNotFound, requireInvitation } from '../invitations/invitation.ts'
import { deleteInvitation } from '../invitations/invitation-store.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'

export const revokeInvitation = operation({
  name: 'revoke-invitation',
  summary: 'Withdraw an invitation. Its link no longer works.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: invitationId }),
  output: z.object({ revoked: z.literal(true), id: z.int(), email: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const { email } = await requireInvitation(db, id)
    return { id, would_affect: [{ id, email }] }
  })
  .does(async ({ id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const { email } = await requireInvitation(db, id)
    if (!(await deleteInvitation(db, id))) throw invitationNotFound(id)
    return { revoked: true, id, email }
  })
