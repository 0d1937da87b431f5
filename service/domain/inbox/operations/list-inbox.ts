import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { InboxItem, InboxKind, toInboxItem } from '../inbox-item.ts'
import { countInboxItems, type KindCount, listInboxItems } from '../inbox-store.ts'
import { sourcesOf } from '../read-inbox.ts'

const lists = ['open', 'mine', 'snoozed'] as const

export const listInbox = operation({
  name: 'list-inbox',
  summary:
    'List items that need attention: sites down, vulnerabilities, failed updates, disconnected sites, what expires, paused rollouts, renewals.',
  effect: 'read',
  permission: 'overview.read',
  tool: true,
  input: z.strictObject({
    list: z.enum(lists).default('open').describe('open: all that you did not snooze; mine: of these, assigned to you.'),
    kind: InboxKind.optional(),
    page,
    per_page: perPage(50),
  }),
  output: paged(InboxItem).extend({
    counts: z.object({ open: z.int(), mine: z.int(), snoozed: z.int() }).describe('Over all kinds.'),
    kinds: z
      .array(z.object({ kind: z.string(), label: z.string(), total: z.int() }))
      .describe('The kinds with items in this list.'),
  }),
}).does(async ({ list, kind, page, per_page }, context) => {
  const sources = sourcesOf(context)
  const filter = { kind, mine: list === 'mine', snoozed: list === 'snoozed' }
  const [rows, counted] = await Promise.all([
    listInboxItems(context, sources, filter, { page, perPage: per_page }),
    countInboxItems(context, sources),
  ])
  const totals = new Map(counted.map((count) => [count.kind, count[list]]))
  const sum = (list: (typeof lists)[number]) => counted.reduce((sum, count: KindCount) => sum + count[list], 0)
  return {
    items: rows.map((row) => toInboxItem(row, context)),
    page,
    per_page,
    total: kind === undefined ? sum(list) : (totals.get(kind) ?? 0),
    counts: { open: sum('open'), mine: sum('mine'), snoozed: sum('snoozed') },
    kinds: sources.flatMap(({ kind, label }) => {
      const total = totals.get(kind) ?? 0
      return total === 0 ? [] : [{ kind, label, total }]
    }),
  }
})
