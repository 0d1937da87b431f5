import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import { importAuditedChanges } from './audited-changes.ts'
import type { FleetChange, SiteChange } from './change.ts'
import { type ChangeFilter, type ChangePage, countChanges, type ListedChange, listChangeRows } from './change-store.ts'

/** A page of the log and the total, including the latest changes made through Flotilla. */
export async function readChangeLog(db: Database, filter: ChangeFilter, page: ChangePage) {
  await importAuditedChanges(db)
  const [rows, total] = await Promise.all([listChangeRows(db, filter, page), countChanges(db, filter)])
  return { rows, total }
}

/** The newest changes that were not made through Flotilla. */
export async function listNewestOutsideChanges(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  limit: number,
): Promise<z.input<typeof FleetChange>[]> {
  const rows = await listChangeRows(db, { source: 'site', limits: actor.limits }, { page: 1, perPage: limit })
  return rows.map(toFleetChange)
}

export const toSiteChange = ({
  id,
  type,
  action,
  item,
  description,
  user_name,
  at,
  source,
  outcome,
  job_id,
}: ListedChange): SiteChange => ({
  id,
  type,
  action,
  item,
  description,
  user: user_name,
  timestamp: isoTime(at),
  source,
  outcome,
  job_id: job_id === null ? null : String(job_id),
})

export const toFleetChange = (row: ListedChange): z.input<typeof FleetChange> => ({
  ...toSiteChange(row),
  site_id: row.site_id,
  site_url: row.site_url,
  site_name: row.site_name,
})
