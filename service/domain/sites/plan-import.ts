import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import { shorten } from '../../operation/shorten.ts'
import { explainAddressChange } from './change-address.ts'
import { findNamedSites } from './find-site.ts'
import { type ImportRecord, readImportRow } from './import-row.ts'
import { readSiteAddress } from './site-url.ts'

/** Each repeats what was sent and what is possible: more of them would make an answer many times the size of the request. */
const mostUnreadable = 50

/** What a dry run of an import answers: the sites it would add or change, what is wrong with rows, and changed addresses. */
export async function planImport(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  records: ImportRecord[],
): Promise<Plan> {
  const rows: { row: number; url: string; identity: string }[] = []
  const warnings: { row: number; text: string }[] = []
  let unreadable = 0
  for (const [index, record] of records.entries()) {
    const row = index + 1
    try {
      rows.push({ row, ...readSiteAddress(readImportRow(record).url) })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (++unreadable <= mostUnreadable) warnings.push({ row, text: shorten(error.message, 1_000) })
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
  const texts = warnings.sort((one, other) => one.row - other.row).map(({ row, text }) => `Row ${row}: ${text}`)
  if (unreadable > mostUnreadable) texts.push(`${unreadable - mostUnreadable} more rows cannot be read.`)
  return { would_affect: rows.map(({ row, url }) => ({ row, url })), warnings: texts }
}
