import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Plan } from '../../../operation/operation.ts'
import { shorten } from '../../../operation/shorten.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import type { NowOrLater } from '../../jobs/index.ts'
import { explainAddressChanges } from '../connection/change-address.ts'
import { reconnect } from '../connection/site-keys.ts'
import { findNamedSites } from '../find-site.ts'
import { stillRunningError } from '../many-sites.ts'
import { findSiteByIdentity, isSiteVisible, type SiteRow } from '../site-store.ts'
import { readSiteAddress } from '../site-url.ts'
import { addAndConnectSite, editSite } from '../write-site.ts'
import { type ImportRecord, type ImportRow, isReadableRow, readImportRow } from './import-row.ts'

export interface Imported {
  /** `unchanged`: it was connected before. */
  outcome: 'added' | 'connected' | 'unchanged'
  site: SiteRow
}

/**
 * Adds the site of a row. A site that exists unconnected is updated from the row and connected, so that a corrected table
 * can be imported again as a whole. A site that cannot be connected stays stored, and the row fails.
 */
export async function importOneSite(context: Context, row: ImportRow): Promise<Imported> {
  const { identity } = readSiteAddress(row.url)
  const known = await findSiteByIdentity(context.db, identity)
  const { limits } = context.actor
  const isVisible = known && (!limits || (await isSiteVisible(context.db, known.id, limits)))
  if (known && isVisible) {
    if (known.connection === 'connected') return { outcome: 'unchanged', site: known }
    await editSite(context, known.id, row)
    return requireConnected(
      { outcome: 'connected', site: known },
      await reconnect(context, known.id, row.admin_password || undefined),
    )
  }
  const { site, problem } = await addAndConnectSite(context, row)
  return requireConnected({ outcome: 'added', site }, problem)
}

function requireConnected(imported: Imported, problem: ServiceError | null): Imported {
  if (problem === null) return imported
  const { id } = imported.site
  throw new ServiceError(problem.code, problem.kind, `Added as site ${id}, but not connected: ${problem.message}`, {
    ...problem.details,
    site_id: id,
  })
}

/** More messages would make the response many times larger than the request. */
const maxUnreadable = 50

/** The plan of an import: sites to add or change, invalid rows, changed addresses. */
export async function planImport(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  records: ImportRecord[],
): Promise<Plan> {
  const rows: { row: number; url: string; identity: string }[] = []
  const warnings: { row: number; text: string }[] = []
  const yielder = new Yielder()
  let unreadable = 0
  for (const [index, record] of records.entries()) {
    const row = index + 1
    await yielder.next()
    // Messages that are not shown are not computed: they take most of the time.
    if (unreadable >= maxUnreadable && !isReadableRow(record)) {
      unreadable++
      continue
    }
    try {
      rows.push({ row, ...readSiteAddress(readImportRow(record).url) })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (++unreadable <= maxUnreadable) warnings.push({ row, text: shorten(error.message, 1_000) })
    }
  }
  const { sites } = await findNamedSites(
    context,
    rows.map(({ url }) => url),
  )
  const disconnected = new Map(
    sites.filter(({ connection }) => connection !== 'connected').map((site) => [site.identity, site]),
  )
  const changes = rows.flatMap(({ row, url, identity }) => {
    const site = disconnected.get(identity)
    return site ? [{ row, site, url }] : []
  })
  const explained = await explainAddressChanges(context, changes)
  for (const [index, { row }] of changes.entries()) {
    const text = explained[index]
    if (text) warnings.push({ row, text })
  }
  const texts = warnings.sort((one, other) => one.row - other.row).map(({ row, text }) => `Row ${row}: ${text}`)
  if (unreadable > maxUnreadable) texts.push(`${unreadable - maxUnreadable} more rows are invalid.`)
  return { would_affect: rows.map(({ row, url }) => ({ row, url })), warnings: texts }
}

export const ImportedSite = z.object({
  outcome: z.enum(['added', 'connected', 'unchanged']),
  site_id: z.int(),
  site_url: z.string(),
})

const jobFields = { job_id: z.string(), status_url: z.string() }

/** The result per row; above 200 rows the job. */
export const SiteImportOutcome = z.discriminatedUnion('queued', [
  z.object({
    queued: z.literal(false),
    ...jobFields,
    imported: z.array(z.object({ row: z.int(), ...ImportedSite.shape })),
    errors: z.array(z.object({ row: z.int(), label: z.string(), code: z.string(), message: z.string() })),
    total_imported: z.int(),
    total_errors: z.int(),
  }),
  z.object({ queued: z.literal(true), ...jobFields, rows_queued: z.int() }),
])

export function toSiteImportOutcome(
  outcome: NowOrLater<z.output<typeof ImportedSite>>,
): z.output<typeof SiteImportOutcome> {
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued) return { queued: true, ...job, rows_queued: outcome.job.total }
  const imported = outcome.targets.flatMap((target) =>
    target.state === 'succeeded' ? [{ row: target.position + 1, ...target.result }] : [],
  )
  const errors = outcome.targets
    .filter((target) => target.state !== 'succeeded')
    .map((target) => ({
      row: target.position + 1,
      label: target.label,
      ...(target.state === 'failed' ? { code: target.code, message: target.message } : stillRunningError),
    }))
  return { queued: false, ...job, imported, errors, total_imported: imported.length, total_errors: errors.length }
}
