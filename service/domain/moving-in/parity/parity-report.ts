import { z } from 'zod'
import { isoTime, page, perPage, timestamp } from '../../../operation/shapes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { noParityReport } from '../moving-in-errors.ts'
import { findReport, listDifferences } from './facts-store.ts'

const Kind = z.enum(['site', 'client', 'tag', 'cost', 'monitor'])
const Result = z
  .enum(['different', 'unknown'])
  .describe('unknown: one of the two does not know it, so that it cannot be compared.')

export const ParityQuery = z.strictObject({
  source: z.string().max(500).optional().describe('The address of the other dashboard; by default the last one.'),
  kind: Kind.optional(),
  result: Result.optional(),
  page,
  per_page: perPage(50, 1000),
})

export const ParityReport = z.object({
  source: z.string(),
  made_at: timestamp,
  made_by: z.string(),
  exported_at: timestamp.nullable().describe('When the export file was written.'),
  same: z.int(),
  different: z.int(),
  unknown: z.int(),
  by_field: z.array(z.object({ kind: Kind, field: z.string(), same: z.int(), different: z.int(), unknown: z.int() })),
  differences: z
    .array(
      z.object({
        kind: Kind,
        old_id: z.int(),
        id: z.int().nullable().describe('Its id in Flotilla; null: it does not exist there.'),
        name: z.string(),
        field: z.string(),
        there: z.string(),
        here: z.string(),
        result: Result,
        reason: z.string(),
      }),
    )
    .describe('Of the first 20,000.'),
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
})

/** A value for a query with its defaults filled in. */
type Query = Pick<z.output<typeof ParityQuery>, 'page' | 'per_page'> & Partial<z.output<typeof ParityQuery>>

export async function readReport(
  db: Db,
  { source, kind, result, page, per_page }: Query,
): Promise<z.input<typeof ParityReport>> {
  const report = await findReport(db, source)
  if (!report) throw noParityReport()
  const { rows, total } = await listDifferences(db, report.id, { kind, result }, { page, perPage: per_page })
  const sum = (name: 'same' | 'different' | 'unknown') =>
    report.by_field.reduce((total, counts) => total + counts[name], 0)
  return {
    ...{ source: report.source, made_at: isoTime(report.made_at), made_by: report.made_by },
    exported_at: isoTime(report.exported_at),
    ...{ same: sum('same'), different: sum('different'), unknown: sum('unknown') },
    by_field: report.by_field.flatMap(({ kind, ...counts }) => {
      const known = Kind.safeParse(kind)
      return known.success ? [{ kind: known.data, ...counts }] : []
    }),
    differences: rows.flatMap(({ kind, new_id, ...row }) => {
      const known = Kind.safeParse(kind)
      return known.success ? [{ kind: known.data, id: new_id, ...row }] : []
    }),
    ...{ page, per_page, total },
  }
}
