import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { addSite } from './add-site.ts'
import type { ImportRow } from './import-row.ts'
import { reconnect } from './keys-of-site.ts'
import { findSiteByIdentity, isSiteVisible, type SiteRow } from './site-store.ts'
import { readSiteAddress } from './site-url.ts'
import { editSite } from './write-site.ts'

export interface Imported {
  /** `unchanged`: it was there and connected before. */
  outcome: 'added' | 'connected' | 'unchanged'
  site: SiteRow
}

/**
 * Makes a site of a row. A site that is there already but not connected is finished with what the row says, so that a
 * corrected table can be imported again as a whole. One that cannot be connected is kept, and the row has failed.
 */
export async function importSite(context: Context, row: ImportRow): Promise<Imported> {
  const { identity } = readSiteAddress(row.url)
  const known = await findSiteByIdentity(context.db, identity)
  const { limits } = context.actor
  const isMine = known && (!limits || (await isSiteVisible(context.db, known.id, limits)))
  if (known && isMine) {
    if (known.connection === 'connected') return { outcome: 'unchanged', site: known }
    await editSite(context, known.id, row)
    return succeeded(
      { outcome: 'connected', site: known },
      await reconnect(context, known.id, row.admin_password || undefined),
    )
  }
  const { site, problem } = await addSite(context, row)
  return succeeded({ outcome: 'added', site }, problem)
}

function succeeded(imported: Imported, problem: ServiceError | null): Imported {
  if (problem === null) return imported
  const { id } = imported.site
  throw new ServiceError(problem.code, problem.kind, `Kept as site ${id}, but not connected: ${problem.message}`, {
    ...problem.details,
    site_id: id,
  })
}
