import type { Database } from '../../platform/database/database.ts'
import {
  findSiteIds,
  hasUnlinkedAuditLines,
  insertAuditLinks,
  listAuditLinesAfter,
  lockLinkPosition,
  updateLinkPosition,
} from './audit-line-store.ts'
import { readSubject } from './audited-changes.ts'

const batchSize = 1_000

/**
 * Stores which sites new lines are about, before every read and on a schedule. Returns at once while another process does it. `maxBatches`:
 * a reader does not wait until the lines of years are processed. Returns whether all lines are processed.
 */
export async function linkAuditLines(db: Database, maxBatches = Number.POSITIVE_INFINITY): Promise<boolean> {
  if (!(await hasUnlinkedAuditLines(db))) return true
  let read = batchSize
  for (let batch = 0; batch < maxBatches && read === batchSize; batch++) {
    read = await db.transaction().execute(async (trx) => {
      const position = await lockLinkPosition(trx)
      if (position === null) return 0
      const lines = await listAuditLinesAfter(trx, position, batchSize)
      const last = lines.at(-1)
      if (!last) return 0
      const subjects = lines.map(({ id, at, subject }) => ({ id, at, refs: sitesIn(subject) }))
      const found = await findSiteIds(
        trx,
        subjects.flatMap(({ refs }) => refs),
      )
      // A site may be deleted by now; its id is never given to another one.
      const idOf = (ref: string) => found.get(ref) ?? (/^\d+$/.test(ref) ? Number(ref) : undefined)
      const links = subjects.flatMap(({ id, at, refs }) =>
        [...new Set(refs.flatMap((ref) => idOf(ref) ?? []))].map((siteId) => ({ site_id: siteId, at, line_id: id })),
      )
      await insertAuditLinks(trx, links)
      await updateLinkPosition(trx, last.id)
      return lines.length
    })
  }
  return !(await hasUnlinkedAuditLines(db))
}

/** The change log does not import operations with `site_ids`: they record their own changes. */
const sitesIn = (subject: string): string[] => [...readSubject(subject).sites, ...readSiteIds(subject)]

function readSiteIds(subject: string): string[] {
  try {
    const { site_ids } = Object(JSON.parse(subject))
    return [site_ids ?? []].flat().filter(Number.isSafeInteger).map(String)
  } catch {
    return []
  }
}
