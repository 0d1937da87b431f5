import type { Context } from '../../../operation/context.ts'
import type { Patience } from '../../../platform/connector/child-site.ts'
import { type SiteRow, withChild } from '../../sites/index.ts'
import { listPendingUpdates } from '../update-store.ts'
import { readBackParts } from './precheck.ts'
import { itemKey, toRunItems, type UpdateSelection } from './select-updates.ts'
import type { UpdateOutcome } from './update-outcome.ts'

const message = 'Installed already: the site shares its files with other sites of its WordPress network.'

/**
 * For a site that shares its files with others: reads it, because its updates may have been installed through another one, and returns
 * those. They are not sent a second time.
 */
export async function findInstalledByNetwork(
  context: Context,
  site: SiteRow,
  selection: UpdateSelection,
  patience: Patience,
): Promise<UpdateOutcome[]> {
  const { db, connector, ingest } = context
  const before = await listPendingUpdates(db, site.id, selection)
  if (before.length === 0) return []
  const seen = await withChild(context, site, (child) =>
    connector.readSite(child, { parts: readBackParts }, { patience }),
  )
  await ingest(site.id, seen)
  const left = new Set((await listPendingUpdates(db, site.id, selection)).map(itemKey))
  return toRunItems(before.filter((update) => !left.has(itemKey(update)))).map((item) => {
    return { ...item, from: item.to, result: 'not_needed', code: 'svc_nothing_to_update', message }
  })
}
