import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import { explainAddressChange } from './change-address.ts'
import { findNamedSites } from './find-site.ts'
import { type ImportRecord, readImportRow } from './import-row.ts'
import { readSiteAddress } from './site-url.ts'

/** What a dry run of an import answers: the sites it would add or change, what is wrong with rows, and changed addresses. */
export async function planImport(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  records: ImportRecord[],
): Promise<Plan> {
  const rows: { row: number; url: string; identity: string }[] = []
  const warnings: { row: number; text: string }[] = []
  for (const [index, record] of records.entries()) {
    const row = index + 1
    try {
      rows.push({ row, ...readSiteAddress(readImportRow(record).url) })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      warnings.push({ row, text: error.message })
    }
  }
  const { sites } = await findNamedSites(
    context,
    rows.map(({ url }) => url),
  )
  const disconnected = new Map(
    sites.filter(({ connection }) => connection !== 'connected').map((site) => [site.identity, site]),
  )
  for (const { row, url, identity } of rows) {
    const site = disconnected.get(identity)
    const text = site && (await explainAddressChange(context, site, url))
    if (text) warnings.push({ row, text })
  }
  return {
    would_affect: rows.map(({ row, url }) => ({ row, url })),
    warnings: warnings.sort((one, other) => one.row - other.row).map(({ row, text }) => `Row ${row}: ${text}`),
  }
}
