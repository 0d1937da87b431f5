import { z } from 'zod'
import { RowsAnswer } from '../../../operation/json-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { idList, search, timestamp } from '../../../operation/shapes.ts'
import { readSiteRecords } from '../lists/site-record-store.ts'
import { SiteFacts, SiteStatus, SiteStatusFilter } from '../site.ts'

const Software = z.object({
  kind: z.enum(['plugin', 'theme']),
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  active: z.boolean(),
  must_use: z.boolean(),
  is_connector: z.boolean(),
  parent_of_active: z.boolean(),
})

const Update = z.object({
  type: z.enum(['core', 'plugin', 'theme', 'translation']),
  slug: z.string(),
  translates: z.string(),
  language: z.string(),
  name: z.string(),
  current_version: z.string(),
  new_version: z.string(),
  active: z.boolean(),
  premium: z.boolean(),
  requires_wordpress: z.string().nullable(),
  requires_php: z.string().nullable(),
  tested_with: z.string().nullable(),
  fits_wordpress: z.boolean().nullable(),
  fits_php: z.boolean().nullable(),
  url: z.string(),
})

const SiteRecord = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  status: SiteStatus,
  client_id: z.int().nullable(),
  notes: z.string(),
  wp_version: z.string(),
  php_version: z.string(),
  child_version: z.string(),
  facts: SiteFacts.partial(),
  suspended: z.boolean(),
  verify_tls: z.boolean(),
  problem: z.string().describe('Why the last sync failed or the site is disconnected; empty: neither.'),
  http_status: z.int().nullable(),
  health_score: z.int().nullable(),
  icon_url: z.string().nullable(),
  last_sync: timestamp.nullable(),
  tags: z.array(z.object({ id: z.int(), name: z.string() })),
  software: z.array(Software),
  updates: z.array(Update).describe('Without the ignored ones.'),
  ignored: z
    .array(
      z.object({ type: z.string(), slug: z.string().nullable(), version: z.string().nullable(), name: z.string() }),
    )
    .describe('The rules of this site; a null slug or version means all.'),
})

export const listSiteRecords = operation({
  name: 'list-site-records',
  summary: 'List sites with everything that is known about each: facts, plugins, themes, updates and ignored updates.',
  effect: 'read',
  permission: 'sites.read',
  heavyWhen: ({ per_page, include }) => per_page === undefined && include.length === 0,
  input: z.strictObject({
    page: z.int().min(1).max(1_000_000).optional(),
    per_page: z.int().min(1).max(1_000).optional().describe('Omitted: all sites.'),
    status: z.enum([...SiteStatusFilter.options, 'available_update']).default('any'),
    search,
    client_id: z.int().min(1).optional(),
    tag_id: z.int().min(1).optional(),
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'last_sync', 'status']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.object({
    items: z.array(SiteRecord),
    total: z.int(),
    page: z.int().optional(),
    per_page: z.int().optional(),
  }),
}).does(async ({ page, per_page, orderby: orderBy, order, client_id, tag_id, ...rest }, { db, actor }) => {
  const filter = { ...rest, clientId: client_id, tagIds: tag_id === undefined ? [] : [tag_id], limits: actor.limits }
  const isPaged = page !== undefined || per_page !== undefined
  const cut = isPaged ? { page: page ?? 1, per_page: per_page ?? 20 } : null
  const paging = cut && { page: cut.page, perPage: cut.per_page }
  const { rows, total } = await readSiteRecords(db, filter, { orderBy, order }, paging)
  return new RowsAnswer('items', rows, { total, ...cut })
})
