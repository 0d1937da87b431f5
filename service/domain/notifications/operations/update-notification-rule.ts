import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isEmptyInput } from '../../../operation/shapes.ts'
import { describeRule } from '../rules/describe-rule.ts'
import { NotificationRule, ruleFields } from '../rules/rule.ts'
import { optionalRuleFields, requireRule, requireUsableRule, ruleNotFound, toRuleColumns } from '../rules/rule-input.ts'
import { updateRuleRow } from '../rules/rule-store.ts'

export const updateNotificationRule = operation({
  name: 'update-notification-rule',
  summary: 'Change a notification rule, mute it or switch it off; fields that are not sent do not change.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({
    id: z.int().min(1),
    name: ruleFields.name.optional(),
    channel_id: ruleFields.channel_id.optional(),
    ...optionalRuleFields,
  }),
  output: NotificationRule,
  readOnly: ['created_at'],
  subject: ({ id, name }) => JSON.stringify({ id, name }),
})
  .plans(async ({ id, ...changes }, context) => {
    const before = await requireRule(context, id)
    await requireUsableRule(context, { ...before, ...toRuleColumns(changes) })
    return { id, would_affect: [{ ...describeRule(before), ...changes }] }
  })
  .does(async ({ id, ...changes }, context) => {
    const before = await requireRule(context, id)
    if (isEmptyInput(changes)) return describeRule(before)
    const values = toRuleColumns(changes)
    await requireUsableRule(context, { ...before, ...values })
    const row = await updateRuleRow(context.db, id, values)
    if (!row) throw ruleNotFound(id)
    return describeRule(row)
  })
