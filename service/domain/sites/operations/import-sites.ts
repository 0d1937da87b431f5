import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { background, nowOrLater } from '../../jobs/index.ts'
import { describeRows, importLimit, labelOf, readRecords } from '../import/import-row.ts'
import { insertImportRows } from '../import/import-row-store.ts'
import { planImport, SiteImportOutcome, toSiteImportOutcome } from '../import/import-sites.ts'
import { importSite } from './import-site.ts'

export const importSites = operation({
  name: 'import-sites',
  summary:
    'Add many sites from a table, as a job with a result per row. A corrected table can be imported again as a whole: connected sites stay unchanged.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({
    csv: z
      .string()
      .max(20_000_000)
      .optional()
      .describe('A table whose first line names the columns, which are the fields of add-site: url, admin, name …'),
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .max(importLimit)
      .optional()
      .describe('The same as records, instead of csv.'),
    background,
  }),
  output: SiteImportOutcome,
  results: (output) =>
    output.queued
      ? null
      : {
          done: output.imported.filter(({ outcome }) => outcome !== 'unchanged').length,
          errors: output.errors,
          label: ['site imported', 'sites imported'],
        },
  subject: (input) => JSON.stringify(describeRows(readRecords(input))),
})
  .plans(async (input, context) => planImport(context, readRecords(input)))
  .does(async (input, context) => {
    const records = readRecords(input)
    const ids = await insertImportRows(context.db, context.secrets, records, context.clock.now())
    const targets = records.map((record, index) => ({
      siteId: null,
      label: labelOf(record, index + 1),
      input: { import_row_id: ids[index] },
    }))
    const order = { kind: 'import', operation: importSite, targets, background: input.background }
    return toSiteImportOutcome(await nowOrLater(context, order))
  })
