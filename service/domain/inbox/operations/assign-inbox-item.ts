import { z } from 'zod'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { InboxItem, InboxKey, InboxKind, requireSource } from '../inbox-item.ts'
import { upsertAssignment } from '../inbox-store.ts'
import { requireItem, requireItemAssignee } from '../read-inbox.ts'

export const assignInboxItem = operation({
  name: 'assign-inbox-item',
  summary: 'Assign an item of the inbox to a user who may see it, or remove the assignment.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.manage',
  input: z.strictObject({
    kind: InboxKind,
    item_id: InboxKey,
    user: z.string().min(1).max(60).nullable().describe('The login of the user; null: not assigned.'),
  }),
  output: InboxItem,
  subject: ({ kind, item_id: key }) => `${kind} ${key}`,
})
  .plans(async ({ kind, item_id: key, user }, context) => {
    const { title } = await requireItem(context, kind, key)
    const assignee = user === null ? null : await requireItemAssignee(context, kind, key, user)
    return { kind, item_id: key, would_affect: [{ title, assigned_to: assignee?.login ?? null }] }
  })
  .does(async ({ kind, item_id: key, user }, context) => {
    const { db, clock, actor } = context
    const item = await requireItem(context, kind, key)
    const assignee = user === null ? null : await requireItemAssignee(context, kind, key, user)
    const assigned_to = assignee?.login ?? null
    const { assigns } = requireSource(context, kind)
    if (assigns && !hasPermission(actor, assigns.permission))
      throw permissionDenied(`Assigning this item needs the permission ${assigns.permission}.`)
    if (assigns) await assigns.store(context, key, assigned_to)
    else await upsertAssignment(db, { kind, key, userId: assignee?.id ?? null }, { at: clock.now(), by: actor.name })
    return { ...item, assigned_to }
  })
