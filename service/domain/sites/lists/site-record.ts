import { z } from 'zod'
import { timestamp } from '../../../operation/shapes.ts'
import { SiteFacts, SiteStatus } from '../site.ts'

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

/** A site with everything that is known about it. */
export const ListedSiteRecord = z.object({
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
  http_status: z
    .int()
    .nullable()
    .describe('Of the last check by the monitor or by hand; null: none, or a failed one from before the last sync.'),
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
