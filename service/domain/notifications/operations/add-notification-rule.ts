import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeRule } from '../rules/describe-rule.ts'
import { NotificationRule, ruleDefaults, ruleFields } from '../rules/rule.ts'
import { optionalRuleFields, requireUsableRule, toRuleColumns } from '../rules/rule-input.ts'
import { insertRule } from '../rules/rule-store.ts'

export const addNotificationRule = operation({
  name: 'add-notification-rule',
  summary: 'Add a rule: which events a notification channel gets, and when.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ name: ruleFields.name, channel_id: ruleFields.channel_id, ...optionalRuleFields }),
  output: NotificationRule,
  subject: ({ name, channel_id }) => JSON.stringify({ name, channel_id }),
})
  .plans(async (input, context) => {
    await requireUsableRule(context, { ...ruleDefaults, ...toRuleColumns(input), channel_id: input.channel_id })
    return { would_affect: [{ ...ruleDefaults, ...input }] }
  })
  .does(async ({ name, channel_id, ...input }, context) => {
    const values = { ...ruleDefaults, ...toRuleColumns(input), name, channel_id }
    await requireUsableRule(context, values)
    return describeRule(await insertRule(context.db, { ...values, created_at: context.clock.now() }))
  })
