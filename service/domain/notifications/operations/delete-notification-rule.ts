import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireRule } from '../rules/rule-input.ts'
import { deleteRuleRow } from '../rules/rule-store.ts'

export const deleteNotificationRule = operation({
  name: 'delete-notification-rule',
  summary: 'Delete a notification rule; events that wait because of it are dropped.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: false,
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ deleted: z.literal(true), id: z.int(), name: z.string() }),
})
  .plans(async ({ id }, context) => {
    const { name, channel_id } = await requireRule(context, id)
    return { id, would_affect: [{ id, name, channel_id }] }
  })
  .does(async ({ id }, context) => {
    const { name } = await requireRule(context, id)
    await deleteRuleRow(context.db, id)
    return { deleted: true, id, name }
  })
