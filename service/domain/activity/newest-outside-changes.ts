import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { FleetChange } from './change.ts'
import { listChangeRows } from './change-list-store.ts'
import { toChange } from './read-changes.ts'

/** What others than Flotilla last did on the sites. Nothing of our own is among it, so the audit trail need not be read first. */
export async function newestOutsideChanges(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  most: number,
): Promise<z.input<typeof FleetChange>[]> {
  const rows = await listChangeRows(db, { source: 'site', limits: actor.limits }, { page: 1, perPage: most })
  return rows.map((row) => ({
    ...toChange(row),
    site_id: row.site_id,
    site_url: row.site_url,
    site_name: row.site_name,
  }))
}
