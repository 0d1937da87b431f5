import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { InboxItem, InboxKey, InboxKind } from '../inbox-item.ts'
import { upsertSnooze } from '../inbox-store.ts'
import { requireItem } from '../read-inbox.ts'

const maxDays = 366

export const snoozeInboxItem = operation({
  name: 'snooze-inbox-item',
  summary: 'Hide an item of your inbox until a moment, or show it again. Other users still see it.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({
    kind: InboxKind,
    item_id: InboxKey,
    until: z.iso
      .datetime()
      .nullable()
      .describe(`A moment within ${maxDays} days, such as 2027-01-31T08:00:00Z; null: show it again.`)
      .meta({ examples: ['2027-01-31T08:00:00Z'] }),
  }),
  output: InboxItem,
  subject: ({ kind, item_id: key }) => `${kind} ${key}`,
})
  .plans(async ({ kind, item_id: key, until }, context) => {
    requireSoon(context, until)
    const { title } = await requireItem(context, kind, key)
    return { kind, item_id: key, would_affect: [{ title, snoozed_until: until }] }
  })
  .does(async ({ kind, item_id: key, until }, context) => {
    const moment = requireSoon(context, until)
    const item = await requireItem(context, kind, key)
    await upsertSnooze(context.db, { userId: requireUserId(context.actor), kind, key }, moment)
    return { ...item, snoozed_until: isoTime(moment) }
  })

function requireSoon({ clock }: Pick<Context, 'clock'>, until: string | null): Date | null {
  if (until === null) return null
  const moment = new Date(until)
  const days = (moment.getTime() - clock.now().getTime()) / 86_400_000
  if (!(days > 0 && days <= maxDays))
    throw invalidInput({ until: `must be in the future and within ${maxDays} days, or null` })
  return moment
}
