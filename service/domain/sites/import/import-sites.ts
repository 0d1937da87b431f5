import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput, refusedFields, ServiceError } from '../../../operation/errors.ts'
import { findRepeatedRows } from '../../../operation/import-rows.ts'
import { includesNewSite } from '../../../operation/limits.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { readTarget } from '../../../platform/outbound/url-guard.ts'
import { explainAddressChanges } from '../connection/change-address.ts'
import { reconnect } from '../connection/site-keys.ts'
import { findNamedSites } from '../find-site.ts'
import { needsOwnTag } from '../site-errors.ts'
import { verifiesTls } from '../site-input.ts'
import { findSiteByIdentity, isSiteVisible, type SiteRow } from '../site-store.ts'
import { type ParsedAddress, readSiteAddress } from '../site-url.ts'
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

export interface SiteRowPlan {
  row: number
  url: string
  identity: string
  /** `update`: it exists unconnected, is changed and connected. `skip`: it is connected, or an earlier row has it. */
  action: 'add' | 'update' | 'skip'
  /** Why it is skipped. */
  message: string | null
  isRepeated: boolean
  site_id: number | null
}

export interface PlannedSites {
  rows: SiteRowPlan[]
  refused: { row: number; error: ServiceError }[]
  /** What changed addresses cause. */
  warnings: { row: number; text: string }[]
}

/** Validates the rows of an import, without a query per row and without calling a site. */
export async function planSiteRows(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  given: readonly { row: number; record: ImportRecord }[],
): Promise<PlannedSites> {
  const refused: PlannedSites['refused'] = []
  const valid: (ValidRow & { row: number })[] = []
  const yielder = new Yielder()
  for (const { row, record } of given) {
    await yielder.next()
    // Messages that are not shown are not computed: they take most of the time.
    if (refused.length >= maxExplained && !isReadableRow(record)) {
      refused.push({ row, error: invalidInput({ row: 'is invalid, like many rows before it' }) })
      continue
    }
    try {
      valid.push({ row, ...requireValidRow(record) })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      refused.push({ row, error })
    }
  }
  const { sites } = await findNamedSites(
    context,
    valid.map(({ url }) => url),
  )
  const known = new Map(sites.map((site) => [site.identity, site]))
  const repeated = findRepeatedRows(valid, ({ identity }) => identity)
  const { limits } = context.actor
  const rows = valid.flatMap((row): SiteRowPlan[] => {
    const site = known.get(row.identity)
    const earlier = repeated.get(row)
    const plan = {
      row: row.row,
      url: row.url,
      identity: row.identity,
      site_id: site?.id ?? null,
      isRepeated: earlier !== undefined,
    }
    if (earlier) return [{ ...plan, action: 'skip', message: `This is the same site as in row ${earlier.row}.` }]
    if (site?.connection === 'connected')
      return [{ ...plan, action: 'skip', message: 'The site is already connected and is not changed.' }]
    if (!site && limits && !includesNewSite(limits, row)) {
      refused.push({ row: row.row, error: needsOwnTag() })
      return []
    }
    return [{ ...plan, action: site ? 'update' : 'add', message: null }]
  })
  refused.sort((one, other) => one.row - other.row)
  const changes = rows.flatMap(({ row, url, identity, action }) => {
    const site = known.get(identity)
    return site && action === 'update' ? [{ row, site, url }] : []
  })
  const explained = await explainAddressChanges(context, changes)
  const warnings = changes.flatMap(({ row }, index) => {
    const text = explained[index]
    return text ? [{ row, text }] : []
  })
  return { rows, refused, warnings }
}

/** Reports a wrong address together with the other wrong fields, so that a row is corrected once. */
function readRowAndAddress(record: ImportRecord): { row: ImportRow; address: ParsedAddress } {
  try {
    const row = readImportRow(record)
    return { row, address: readSiteAddress(row.url) }
  } catch (error) {
    const problems = refusedFields(error)
    const { url } = record
    if (!problems || typeof url !== 'string' || problems.url !== undefined) throw error
    try {
      readSiteAddress(url)
    } catch (wrongAddress) {
      if (wrongAddress instanceof ServiceError) throw invalidInput({ url: wrongAddress.message, ...problems })
    }
    throw error
  }
}

interface ValidRow extends ParsedAddress {
  clientId: number | null | undefined
  tagIds: number[]
}

/** More messages would make the response many times larger than the request. */
const maxExplained = 1_000

/** Refuses what adding the site would refuse without calling it. */
function requireValidRow(record: ImportRecord): ValidRow {
  const { row, address } = readRowAndAddress(record)
  try {
    readTarget(address.url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    // Which ports are allowed is a setting of the service; the import itself checks them.
    if (error.code === 'url_invalid') throw new ServiceError('svc_invalid_url', 'invalid', error.message)
  }
  verifiesTls(row)
  return { ...address, clientId: row.client_id, tagIds: row.tags ?? [] }
}

export const ImportedSite = z.object({
  outcome: z.enum(['added', 'connected', 'unchanged']),
  site_id: z.int(),
  site_url: z.string(),
})
