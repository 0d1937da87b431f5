import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { ChannelName, describeChannel, NotificationChannel, sealTarget, TargetInput } from '../channels/channel.ts'
import { toOwner } from '../channels/channel-owner.ts'
import { findListedChannel, insertChannel } from '../channels/channel-store.ts'
import { ServiceName } from '../channels/services.ts'
import { importantTypes, ruleDefaults } from '../rules/rule.ts'
import { insertRule } from '../rules/rule-store.ts'

export const addNotificationChannel = operation({
  name: 'add-notification-channel',
  summary: 'Add a notification channel, and by default a rule that sends the most important events to it.',
  effect: 'change',
  permission: 'settings.manage',
  stepUp: true,
  hiddenInput: ['target'],
  input: z.strictObject({
    service: ServiceName,
    name: ChannelName.optional().describe('By default the name of the service.'),
    target: TargetInput,
    with_rule: z.boolean().default(true).describe('Also add a rule for the most important events.'),
  }),
  output: NotificationChannel.extend({ rule_id: z.int().nullable() }),
  subject: ({ service, name }) => JSON.stringify({ service, name }),
})
  .plans(async ({ service, name, target, with_rule }, context) => {
    const { shown } = await sealTarget(context, service, target)
    return { would_affect: [{ service, name: name ?? service, shown, types: with_rule ? importantTypes : [] }] }
  })
  .does(async ({ service, name = service, target, with_rule }, context) => {
    const { db, clock, actor } = context
    const sealed = await sealTarget(context, service, target)
    return db.transaction().execute(async (trx) => {
      const unused = { muted_until: null, last_sent_at: null, last_error: null, last_error_at: null }
      const created_at = clock.now()
      const values = { service, name, ...sealed, ...toOwner(actor), ...unused, created_at }
      const { id } = await insertChannel(trx, values)
      const first = {
        ...ruleDefaults,
        name: 'Important events',
        channel_id: id,
        types: [...importantTypes],
        created_at,
      }
      const rule = with_rule ? await insertRule(trx, first) : null
      const row = present(await findListedChannel(trx, id, created_at), 'the new channel')
      return { ...describeChannel(row, context.mail), rule_id: rule?.id ?? null }
    })
  })
