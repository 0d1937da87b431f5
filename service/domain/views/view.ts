import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import { ServiceError } from '../../operation/errors.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { SiteFilter, siteStatuses, sitesTableOrders } from '../sites/index.ts'

/** What the issue filter of the sites page means. */
const attentionFilters = {
  down: { condition: 'down' },
  degraded: { condition: 'degraded' },
  stale: { condition: 'stale' },
  unknown: { condition: 'unknown' },
  disconnected: { condition: 'disconnected' },
  ok: { condition: 'ok' },
  vulnerable: { vulnerable: true },
  updates: { has_updates: true },
  sync_failed: { sync_failed: true },
  no_client: { without_client: true },
} as const satisfies Record<string, z.input<typeof SiteFilter>>

const attentions = typedKeys(attentionFilters)

/** The filters of the sites page. */
export const ViewFilters = z.strictObject({
  search: z.string().max(200).optional(),
  status: z.enum(siteStatuses).optional(),
  attention: z.enum(attentions).optional().describe('The issue.'),
  client_id: z.int().min(1).optional(),
  tag_id: z.int().min(1).optional(),
  wp_version: z.string().min(1).max(60).optional(),
  php_version: z.string().min(1).max(60).optional(),
  issue: z.string().min(1).max(100).optional().describe('A security issue, by its type.'),
})
export type ViewFilters = z.output<typeof ViewFilters>

/** The sites of a view, as a filter of the sites table. */
export function filterOfView({ search, attention, tag_id, issue, ...same }: ViewFilters): SiteFilter {
  return SiteFilter.parse({
    ...same,
    ...(search && { search }),
    ...(attention && attentionFilters[attention]),
    ...(tag_id && { tag_ids: [tag_id] }),
    ...(issue && { security_issue: issue }),
  })
}

/** Filters that sites meet only for a while: no target of a policy. */
const momentary: readonly string[] = [
  'down',
  'degraded',
  'stale',
  'unknown',
  'disconnected',
  'ok',
  'sync_failed',
  'updates',
]

/** Whether the same sites stay in the view until a person changes them. */
export const isLasting = ({ attention }: ViewFilters): boolean =>
  attention === undefined || !momentary.includes(attention)

export const ViewName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .meta({ examples: ['Shops with updates'] })
export const ViewSort = z.enum(sitesTableOrders)
export const ViewColumns = z
  .array(z.string().regex(/^[a-z0-9_-]{1,40}$/))
  .max(40)
  .nullable()

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  shared: z.boolean(),
  own: z.boolean().describe('Whether you saved it.'),
  editable: z
    .boolean()
    .describe('Whether you can change it: your own, and as an administrator those without an owner.'),
  owner: z.string().nullable().describe('Null when that user was deleted.'),
  filters: ViewFilters,
  sort: ViewSort,
  order: z.enum(['asc', 'desc']),
  columns: z.array(z.string()).nullable().describe('Null: the columns that you have selected.'),
  updated_at: timestamp,
})

/** A view as stored, with the name of its owner. */
export interface ViewRow {
  id: number
  user_id: number | null
  /** Null when that user was deleted. */
  owner: string | null
  name: string
  shared: boolean
  filters: ViewFilters
  sort: z.output<typeof ViewSort>
  sort_order: 'asc' | 'desc'
  columns: string[] | null
  updated_at: Date
}

/** Views of deleted users are changed by administrators. */
export const isEditable = (row: Pick<ViewRow, 'user_id'>, actor: Actor): boolean =>
  row.user_id === null ? actor.limits === null && hasPermission(actor, 'access.manage') : row.user_id === actor.userId

export const toView = (row: ViewRow, actor: Actor): z.input<typeof SavedView> => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  own: row.user_id !== null && row.user_id === actor.userId,
  editable: isEditable(row, actor),
  owner: row.owner,
  filters: row.filters,
  sort: row.sort,
  order: row.sort_order,
  columns: row.columns,
  updated_at: isoTime(row.updated_at),
})

export const viewNotFound = (id: number) =>
  new ServiceError(
    'svc_view_not_found',
    'missing',
    `There is no view ${id}, or you may not use it. GET /views lists yours.`,
  )

/** A policy applies to the sites of the view. */
export const viewInUse = (name: string) =>
  new ServiceError(
    'svc_view_in_use',
    'conflict',
    `The view “${name}” has an update policy, so it stays shared, keeps lasting filters and is changed only by users who may change policies without limits. Delete the policy first: GET /update-policies lists it.`,
  )

export const viewNameTaken = (name: string) =>
  new ServiceError('svc_view_exists', 'conflict', `You have a view called “${name}” already. Choose another name.`)
