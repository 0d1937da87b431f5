import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import { shorten } from '../../operation/shorten.ts'
import { Yielder } from '../../operation/yield-to-event-loop.ts'
import { explainAddressChanges } from './change-address.ts'
import { findNamedSites } from './find-site.ts'
import { type ImportRecord, isReadableRow, readImportRow } from './import-row.ts'
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
  const yielder = new Yielder()
  let unreadable = 0
  for (const [index, record] of records.entries()) {
    const row = index + 1
    await yielder.next()
    // What is not shown need not be explained, which costs most of the time.
    if (unreadable >= mostUnreadable && !isReadableRow(record)) {
      unreadable++
      continue
    }
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
  if (unreadable > mostUnreadable) texts.push(`${unreadable - mostUnreadable} more rows cannot be read.`)
  return { would_affect: rows.map(({ row, url }) => ({ row, url })), warnings: texts }
}
