import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { nowOrLater } from '../../jobs/index.ts'
import { importLimit, labelOf, planRows, readRecords, uncheckedRows } from '../import-row.ts'
import { keepImportRows } from '../import-store.ts'
import { importSite } from './import-site.ts'

const followed = { job_id: z.string(), status_url: z.string() }
const RowError = z.object({ row: z.int(), label: z.string(), code: z.string(), message: z.string() })

export const importSites = operation({
  name: 'import-sites',
  summary:
    'Add many sites from a table, as a job with an outcome per row. What failed can be corrected and imported again: connected sites are left alone.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({
    csv: z.string().optional().describe('A table whose first line names the columns: url, admin, name, admin_password …'),
    rows: z.array(z.record(z.string(), z.unknown())).max(importLimit).optional().describe('The fields of add-site, per site.'),
  }),
  output: z.discriminatedUnion('queued', [
    z.object({
      queued: z.literal(false),
      ...followed,
      imported: z.array(z.object({ row: z.int(), ...importSite.output.shape })),
      errors: z.array(RowError),
      total_imported: z.int(),
      total_errors: z.int(),
    }),
    z.object({ queued: z.literal(true), ...followed, rows_queued: z.int() }),
  ]),
  subject: (input) => JSON.stringify({ rows: readRecords(input).length, without_ssl_verify: uncheckedRows(input) }),
})
  .plans(async (input) => planRows(readRecords(input)))
  .does(async (input, context) => {
    const records = readRecords(input)
    const ids = await keepImportRows(context.db, context.secrets, records, context.clock.now())
    const targets = records.map((record, index) => ({
      siteId: null,
      label: labelOf(record, index + 1),
      input: { import_row_id: ids[index] },
    }))
    const outcome = await nowOrLater(context, { kind: 'import', operation: importSite, targets })
    const job_id = String(outcome.job.id)
    const followed = { job_id, status_url: `/api/v2/jobs/${job_id}` }
    if (outcome.queued) return { queued: true, ...followed, rows_queued: records.length }
    const done = outcome.targets.filter(({ state }) => state === 'succeeded')
    const errors = outcome.targets.filter(({ state }) => state !== 'succeeded').map(toRowError)
    const imported = done.map(({ position, result }) => ({ row: position + 1, ...(result as z.output<typeof importSite.output>) }))
    return { queued: false, ...followed, imported, errors, total_imported: imported.length, total_errors: errors.length }
  })
