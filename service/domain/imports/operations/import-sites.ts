import { z } from 'zod'
import { columnMapping, importRecords, readGivenRows } from '../../../operation/import-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { background, nowOrLater } from '../../jobs/index.ts'
import { describeRows, importSite, insertImportRows, labelOf, siteImport } from '../../sites/index.ts'
import { planSiteImport, prepareSiteRows, SiteImportOutcome, toSiteImportOutcome } from '../site-import.ts'

export const importSites = operation({
  name: 'import-sites',
  summary:
    'Add many sites from a table, as a job with a result per row. A corrected table can be imported again as a whole: connected sites stay unchanged.',
  effect: 'change',
  permission: 'sites.manage',
  // Rows can have passwords, also under titles that `columns` maps.
  hiddenInput: ['csv', 'rows'],
  input: z.strictObject({
    csv: z
      .string()
      .max(20_000_000)
      .optional()
      .describe(
        'A table whose first line names the columns, which are the fields of add-site: url, admin, name …; client and tags also by name.',
      ),
    rows: importRecords,
    columns: columnMapping,
    create_missing: z
      .boolean()
      .default(true)
      .describe('Add clients and tags that rows name and that do not exist. false: such rows are refused.'),
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
  subject: (input) => JSON.stringify(describeRows(readGivenRows(siteImport, input).map(({ fields }) => fields))),
})
  .plans(async (input, context) =>
    planSiteImport(context, readGivenRows(siteImport, input), { create: input.create_missing }),
  )
  .does(async (input, context) => {
    const given = readGivenRows(siteImport, input)
    const prepared = await prepareSiteRows(context, given, { create: input.create_missing })
    const ids = await insertImportRows(context.db, context.secrets, prepared.records, context.clock.now())
    const targets = given.map(({ row, fields }, index) => ({
      siteId: null,
      label: labelOf(fields, row),
      input: { import_row_id: ids[index] },
    }))
    const order = { kind: 'import', operation: importSite, targets, background: input.background }
    return toSiteImportOutcome(await nowOrLater(context, order), prepared)
  })
