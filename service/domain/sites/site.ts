import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { CurrentCondition } from './condition/condition.ts'

export const siteStatuses = ['connected', 'disconnected', 'suspended'] as const
export const SiteStatus = z.enum(siteStatuses)
export const SiteStatusFilter = z.enum(['any', ...siteStatuses])

/** The id or the address of a site; a text of digits is always an id. */
export const SiteRef = z.union([z.int().min(1), z.string().min(1).max(2000)])
export type SiteRef = z.output<typeof SiteRef>

export const SiteRefs = z.array(SiteRef).max(100_000)

export const SiteBrief = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  status: SiteStatus,
  client_id: z.int().nullable(),
})

export const SiteStats = z.object({
  plugin_updates: z.int(),
  theme_updates: z.int(),
  wp_update_available: z.boolean(),
  health_score: z.int().nullable(),
  health_score_at: timestamp.nullable().optional().describe('When the site reported its health; over REST only.'),
})

export const SiteConnection = z.object({
  ok: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})

/** Reported by the site at its last sync. */
export const SiteFacts = z.object({
  active_theme: z.string(),
  database_version: z.string(),
  memory_limit: z.string(),
  debug_mode: z.boolean(),
  ip: z.string(),
  language: z.string(),
  timezone: z.string(),
  utc_offset_hours: z.number().nullable(),
  public_to_search_engines: z.boolean(),
  managed_by_host: z.boolean(),
  reported_url: z.string().optional().describe('The address that WordPress has in its settings.'),
  network: z
    .object({ blog_id: z.int().nullable().describe('Its number there; 1 is the main site, unless it was changed.') })
    .nullable()
    .optional()
    .describe(
      'The WordPress network (multisite) that it is part of; null: none. Missing until its change log was read.',
    ),
})
export type SiteFacts = z.output<typeof SiteFacts>

/** The result of fetching a site's front page. */
export interface HomepageResult {
  /** True when any HTTP response arrived, with any status. */
  reachable: boolean
  /** 0 when no response arrived. */
  http_status: number
  response_time_ms: number
}

export const SiteDetail = SiteBrief.extend({
  admin_username: z.string(),
  wp_version: z.string(),
  php_version: z.string(),
  child_version: z.string(),
  last_sync: z.union([timestamp, z.literal('')]).describe('Empty before the first sync.'),
  notes: z.string(),
  tags: z.array(z.object({ id: z.int(), name: z.string(), color: z.string().nullable() })),
  connection: SiteConnection,
  suspended_by: z.enum(['none', 'hand', 'client']),
  ssl_verify: z.boolean().describe('False: the certificate of this site is not checked.'),
  sync_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  last_check: z
    .object({
      checked_at: timestamp,
      reachable: z.boolean(),
      http_status: z.int(),
      response_time_ms: z.int(),
    })
    .nullable(),
  facts: SiteFacts.partial(),
  icon_url: z.string().nullable(),
  created_at: timestamp,
  stats: SiteStats.optional(),
  condition: CurrentCondition.optional().describe('Only over REST, or with include_condition.'),
})
export type SiteDetail = z.input<typeof SiteDetail>

/** An entry of a list: brief, or with details on request. */
export const ListedSite = SiteDetail.partial().required({
  id: true,
  url: true,
  name: true,
  status: true,
  client_id: true,
})
