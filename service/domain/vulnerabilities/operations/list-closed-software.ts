import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, paged, perPage, timestamp } from '../../../operation/shapes.ts'
import { readSourceSettings } from '../sources/source-settings.ts'
import { findLastCheck, listClosedItems } from '../support/directory-item-store.ts'

export const listClosedSoftware = operation({
  name: 'list-closed-software',
  summary:
    'List installed plugins and themes that the public directory closed or removed: they get no updates from there.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ page, per_page: perPage(50, 100) }),
  output: paged(
    z.object({
      kind: z.enum(['plugin', 'theme']),
      slug: z.string(),
      name: z.string(),
      closed_on: z.string().nullable(),
      reason: z.string().nullable(),
      checked_at: timestamp,
      sites: z.int(),
      active_sites: z.int(),
    }),
  ).extend({
    is_checked: z.boolean().describe('Whether the directory is asked at all.'),
    last_checked_at: timestamp.nullable().describe('Null: it was never asked, so an empty list says nothing.'),
  }),
}).does(async ({ page, per_page }, { db, actor }) => {
  const { rows, total } = await listClosedItems(db, actor.limits, { page, perPage: per_page })
  const items = rows.map((row) => ({ ...row, checked_at: isoTime(row.checked_at) }))
  const { check_directory } = await readSourceSettings(db)
  return {
    items,
    page,
    per_page,
    total,
    is_checked: check_directory,
    last_checked_at: isoTime(await findLastCheck(db)),
  }
})
