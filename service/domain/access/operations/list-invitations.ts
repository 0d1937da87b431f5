import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { invitationRecord, toInvitationRecord } from '../invitations/invitation.ts'
import { listInvitationRows } from '../invitations/invitation-store.ts'

export const listInvitations = operation({
  name: 'list-invitations',
  summary: 'List the invitations that were not accepted yet.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({}),
  output: z.object({ invitations: z.array(invitationRecord), total: z.int() }),
}).does(async (_input, { db, clock }) => {
  const rows = await listInvitationRows(db)
  return { invitations: rows.map((row) => toInvitationRecord(row, clock.now())), total: rows.length }
})
