import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeRule } from '../rules/describe-rule.ts'
import { NotificationRule } from '../rules/rule.ts'
import { listRuleRows } from '../rules/rule-store.ts'

export const listNotificationRules = operation({
  name: 'list-notification-rules',
  summary: 'List the rules that select which events a notification channel gets.',
  effect: 'read',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ rules: z.array(NotificationRule), total: z.int() }),
}).does(async (_input, { db }) => {
  const rules = (await listRuleRows(db)).map(describeRule)
  return { rules, total: rules.length }
})
