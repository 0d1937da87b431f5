import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { Branding } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { listSources } from './vulnerabilities/vulnerability-store.ts'

export const ShownSettings = Branding.extend({
  vulnerability_sources: z
    .array(
      z.object({
        source: z.enum(['feed', 'file']),
        entries: z.int(),
        taken_at: timestamp.nullable(),
        tried_at: timestamp,
        problem: z.string().nullable(),
      }),
    )
    .describe('What is known of vulnerabilities, and since when.'),
})

export async function showSettings(db: Db): Promise<z.input<typeof ShownSettings>> {
  const [branding, sources] = [await findBranding(db), await listSources(db)]
  return {
    ...branding,
    vulnerability_sources: sources.map(({ taken_at, tried_at, ...source }) => ({
      ...source,
      taken_at: isoTime(taken_at),
      tried_at: isoTime(tried_at)!,
    })),
  }
}
