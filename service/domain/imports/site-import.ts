import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { describeLeftOut, fieldProblemsOf, type GivenRow } from '../../operation/import-rows.ts'
import type { Plan } from '../../operation/operation.ts'
import { shorten } from '../../operation/shorten.ts'
import { present } from '../../platform/present.ts'
import type { NowOrLater } from '../jobs/index.ts'
import { ImportedSite, type ImportRecord, planSiteRows, stillRunningError, toRefusedRecord } from '../sites/index.ts'
import { addNewNames, listNewNamesOfSites, resolveSiteNames } from './site-names.ts'

interface Options {
  create: boolean
}

async function planRows(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  given: readonly GivenRow[],
  options: Options,
) {
  const resolved = await resolveSiteNames(context, given, options)
  const usable = resolved.filter(({ error }) => error === null)
  const planned = await planSiteRows(context, usable)
  const refused = [
    ...planned.refused,
    ...resolved.flatMap(({ row, error }) => (error === null ? [] : [{ row, error }])),
  ].sort((one, other) => one.row - other.row)
  const imported = new Set(planned.rows.filter(({ action }) => action !== 'skip').map(({ row }) => row))
  return { ...planned, refused, usable, importable: usable.filter(({ row }) => imported.has(row)) }
}

const maxWarnings = 50

/** The plan of an import: what becomes of each row, and the clients and tags that it adds. */
export async function planSiteImport(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  given: readonly GivenRow[],
  options: Options,
): Promise<Plan> {
  const { rows, refused, warnings, importable } = await planRows(context, given, options)
  const texts = [
    ...refused.slice(0, maxWarnings).map(({ row, error }) => ({ row, text: shorten(error.message, 1_000) })),
    ...warnings,
  ].sort((one, other) => one.row - other.row)
  const further = refused.length > maxWarnings ? [`${refused.length - maxWarnings} more rows are invalid.`] : []
  return {
    would_affect: rows
      .filter(({ action }) => action !== 'skip')
      .map(({ row, url, action, site_id }) => ({ row, url, action, site_id })),
    warnings: [...texts.map(({ row, text }) => `Row ${row}: ${text}`), ...further],
    ...describeLeftOut({
      rejected: refused.map(({ row, error }) => ({ row, problems: fieldProblemsOf(error, 'url') })),
      skipped: rows.flatMap(({ row, message }) => (message === null ? [] : [{ row, message }])),
      creates: listNewNamesOfSites(importable),
    }),
  }
}

export interface PreparedRows {
  /** One per row, in their order. */
  records: ImportRecord[]
  created: { clients: string[]; tags: string[] }
  /** Rows with the site of an earlier row, and the reason. */
  repeated: Map<number, string>
}

/**
 * The record of each row for the job. Adds the clients and tags that the rows name. Rows that cannot be imported get a record
 * that fails with the reason, so that the job has a result for every row.
 */
export async function prepareSiteRows(
  context: Context,
  given: readonly GivenRow[],
  options: Options,
): Promise<PreparedRows> {
  const { rows, refused, usable, importable } = await planRows(context, given, options)
  // A connected site is in no list below: its record makes the job report it as unchanged.
  const records = new Map(usable.map(({ row, record }) => [row, record]))
  for (const { row, error } of refused) records.set(row, toRefusedRecord(error))
  for (const { row, record } of await addNewNames(context, importable)) records.set(row, record)
  const repeated = new Map(
    rows.flatMap(({ row, isRepeated, message }) => (isRepeated && message ? [[row, message] as const] : [])),
  )
  for (const [row, message] of repeated)
    records.set(row, toRefusedRecord(new ServiceError('svc_already_exists', 'conflict', message)))
  return {
    records: given.map(({ row }) => present(records.get(row), 'the record of a row')),
    created: listNewNamesOfSites(importable),
    repeated,
  }
}

const jobFields = {
  job_id: z.string(),
  status_url: z.string(),
  created: z
    .object({ clients: z.array(z.string()), tags: z.array(z.string()) })
    .describe('Names of the clients and tags that were added.'),
}

/** The result per row; above 200 rows the job. */
export const SiteImportOutcome = z.discriminatedUnion('queued', [
  z.object({
    queued: z.literal(false),
    ...jobFields,
    imported: z.array(z.object({ row: z.int(), ...ImportedSite.shape })),
    errors: z.array(z.object({ row: z.int(), label: z.string(), code: z.string(), message: z.string() })),
    skipped: z.array(z.object({ row: z.int(), label: z.string(), message: z.string() })),
    total_imported: z.int(),
    total_errors: z.int(),
    total_skipped: z.int(),
  }),
  z.object({ queued: z.literal(true), ...jobFields, rows_queued: z.int() }),
])

export function toSiteImportOutcome(
  outcome: NowOrLater<z.output<typeof ImportedSite>>,
  { created, repeated }: PreparedRows,
): z.output<typeof SiteImportOutcome> {
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}`, created }
  if (outcome.queued) return { queued: true, ...job, rows_queued: outcome.job.total }
  const targets = outcome.targets.map((target) => ({ ...target, row: target.position + 1 }))
  const imported = targets.flatMap((target) =>
    target.state === 'succeeded' ? [{ row: target.row, ...target.result }] : [],
  )
  const skipped = targets.flatMap(({ row, label }) => {
    const message = repeated.get(row)
    return message === undefined ? [] : [{ row, label, message }]
  })
  const errors = targets
    .filter(({ state, row }) => state !== 'succeeded' && !repeated.has(row))
    .map((target) => ({
      row: target.row,
      label: target.label,
      ...(target.state === 'failed' ? { code: target.code, message: target.message } : stillRunningError),
    }))
  return {
    queued: false,
    ...{ ...job, imported, errors, skipped },
    ...{ total_imported: imported.length, total_errors: errors.length, total_skipped: skipped.length },
  }
}
