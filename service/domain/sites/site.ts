import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

export const siteStatuses = ['connected', 'disconnected', 'suspended'] as const
export const SiteStatus = z.enum(siteStatuses)

/** A site's number or its address; digits alone are always the number. */
export const SiteRef = z.union([z.int().min(1), z.string().min(1).max(2000)])
export type SiteRef = z.output<typeof SiteRef>

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
})

/** Why a site is not connected, or that it is. */
export const SiteConnection = z.object({
  ok: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})

export const SiteDetail = SiteBrief.extend({
  admin_username: z.string(),
  wp_version: z.string(),
  php_version: z.string(),
  child_version: z.string(),
  last_sync: timestamp.nullable(),
  notes: z.string(),
  tags: z.array(z.object({ id: z.int(), name: z.string(), color: z.string().nullable() })),
  connection: SiteConnection,
  sync_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  icon_url: z.string().nullable(),
  created_at: timestamp,
  stats: SiteStats.optional(),
})
export type SiteDetail = z.input<typeof SiteDetail>

export const SiteFilter = z.enum(['any', ...siteStatuses, 'available_update'])
