import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { InboxSource } from '../../operation/inbox-source.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { StoredItem } from './inbox-store.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    /** In the order of the inbox. */
    inboxSources: readonly InboxSource[]
  }
}

export const InboxKind = z
  .string()
  .min(1)
  .max(40)
  .meta({ examples: ['site-down'] })
export const InboxKey = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^@]+$/, 'must be the item_id of an item in GET /inbox')
  .describe('Identifies it among those of its kind.')
  .meta({ examples: ['12'] })

export const InboxItem = z.object({
  kind: z.string(),
  item_id: z.string().describe('Identifies it among those of its kind.'),
  title: z.string(),
  detail: z.string(),
  site_id: z.int().nullable(),
  site_name: z.string().nullable(),
  site_url: z.string().nullable(),
  at: timestamp.nullable(),
  time: z.enum(['since', 'due']).describe('Whether `at` is its begin or its last moment.'),
  path: z.string().describe('The page of the dashboard about it.'),
  button: z
    .object({
      label: z.string(),
      path: z.string().nullable(),
      operation: z.string().nullable(),
      input: z.record(z.string(), z.unknown()).nullable(),
    })
    .describe('Opens a page of the dashboard, or runs an operation.'),
  assigned_to: z.string().nullable().describe('The login of the user.'),
  snoozed_until: timestamp.nullable().describe('For you.'),
})

export function toInboxItem(row: StoredItem, context: Context): z.input<typeof InboxItem> {
  const source = requireSource(context, row.kind)
  const site = row.site_id === null ? null : { id: row.site_id, name: row.site_name ?? '', url: row.site_url ?? '' }
  const { title, detail, path, button } = source.describe({ ...row, site }, context)
  return {
    kind: row.kind,
    item_id: row.key,
    title,
    detail,
    site_id: row.site_id,
    site_name: row.site_name,
    site_url: row.site_url,
    at: isoTime(row.at),
    time: source.time,
    path,
    button: { path: null, operation: null, input: null, ...button },
    assigned_to: row.assigned_to,
    snoozed_until: isoTime(row.snoozed_until),
  }
}

export function requireSource({ inboxSources }: Pick<Context, 'inboxSources'>, kind: string): InboxSource {
  const source = inboxSources.find((each) => each.kind === kind)
  if (!source) throw itemNotFound(kind)
  return source
}

export const itemNotFound = (kind: string, key = '') =>
  new ServiceError(
    'svc_inbox_item_not_found',
    'missing',
    `There is no item “${kind}${key === '' ? '' : ` ${key}`}” in your inbox: it is solved, or you may not see it. GET /inbox lists yours.`,
  )
