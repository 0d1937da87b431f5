import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { HeldReleaseRow } from './held-release-store.ts'
import { ItemType } from './policy.ts'

export const HeldRelease = z.object({
  held_release_id: z.int(),
  type: ItemType,
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  reason: z.string(),
  held_at: timestamp,
  lifted_at: timestamp.nullable(),
  lifted_by: z.string().nullable(),
})

export const toHeldRelease = (row: HeldReleaseRow): z.input<typeof HeldRelease> => ({
  held_release_id: row.id,
  type: row.type,
  slug: row.slug,
  name: row.name,
  version: row.version,
  reason: row.reason,
  held_at: isoTime(row.held_at),
  lifted_at: isoTime(row.lifted_at),
  lifted_by: row.lifted_by,
})
