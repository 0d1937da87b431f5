import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { branchOf, isSupportDataStale, supportData, supportOf } from '../support/supported-versions.ts'
import { listUnsupportedSites } from '../support/unsupported-store.ts'

const programs = ['php', 'wordpress'] as const

export const listUnsupportedVersions = operation({
  name: 'list-unsupported-versions',
  summary:
    'List sites with a PHP or WordPress version that no longer gets security fixes, or gets them only for the next 90 days.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ what: z.enum(programs).optional(), page, per_page: perPage(50, 100) }),
  output: paged(
    z.object({
      site_id: z.int(),
      site_name: z.string(),
      site_url: z.string(),
      what: z.enum(programs),
      version: z.string(),
      branch: z.string().nullable(),
      state: z.enum(['ended', 'ends_soon']),
      ended_on: z.string().nullable().describe('The last day with security fixes; null: long ago.'),
    }),
  ).extend({
    as_of: z.string().describe('When the list of supported versions was last checked.'),
    is_stale: z.boolean().describe('The list is old: it may miss versions. Update Flotilla.'),
  }),
}).does(async ({ what, page, per_page }, { db, actor, clock }) => {
  const now = clock.now()
  const wanted = what === undefined ? programs : [what]
  const { rows, total } = await listUnsupportedSites(db, wanted, actor.limits, now, { page, perPage: per_page })
  const items = rows.map((row) => {
    const { state, ended_on } = supportOf(row.what, row.version, now)
    const shown = state === 'ends_soon' ? ('ends_soon' as const) : ('ended' as const)
    return { ...row, branch: branchOf(row.version), state: shown, ended_on }
  })
  return { items, page, per_page, total, as_of: supportData.asOf, is_stale: isSupportDataStale(now) }
})
