import { z } from 'zod'
import { columnMapping, describeLeftOut, importRecords, RowResult, toResults } from '../../../operation/import-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { csvText, readKindTable } from '../../../operation/table-input.ts'
import { costImport } from '../cost-columns.ts'
import { importCostRows, listNewNamesOfCosts, planCostRows } from '../cost-rows.ts'

export const importCosts = operation({
  name: 'import-costs',
  summary:
    'Add and change costs from a CSV file: a row with an id changes that cost, any other adds one. All rows or none; missing columns leave fields unchanged.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'costs.manage',
  requires: 'cost-tracker',
  input: z.strictObject({
    csv: csvText.optional(),
    rows: importRecords,
    columns: columnMapping,
    ignore_ids: z.boolean().default(false).describe('Add every row as new: for a file from another installation.'),
    skip_invalid: z
      .boolean()
      .default(false)
      .describe('Import the valid rows and report the others, instead of refusing the table.'),
    create_missing: z.boolean().default(false).describe('Add clients and tags that rows name and that do not exist.'),
  }),
  output: z.object({
    added: z.int(),
    updated: z.int(),
    total: z.int(),
    results: z.array(RowResult).describe('What became of each row.'),
    created: z
      .object({ clients: z.array(z.string()), tags: z.array(z.string()) })
      .describe('Names of the clients and tags that were added.'),
  }),
  results: ({ added, updated, results }) => ({
    done: added + updated,
    errors: results.flatMap(({ code, message }) => (code === null ? [] : [{ code, message: message ?? '' }])),
    label: ['cost imported', 'costs imported'],
  }),
  subject: ({ csv, rows }) => (rows ? `a table of ${rows.length} rows` : `a table of ${csv?.length ?? 0} characters`),
})
  .plans(async ({ ignore_ids, skip_invalid, create_missing, ...table }, context) => {
    const options = { ignoreIds: ignore_ids, keepApart: skip_invalid, create: create_missing }
    const planned = await planCostRows(context, readKindTable(costImport, table), options)
    return {
      would_affect: planned.costs.map(({ row, line, id, input }) => ({
        row,
        line,
        id,
        ...(input.name !== undefined && { name: input.name }),
        action: id === null ? 'add' : 'update',
      })),
      ...describeLeftOut({ ...planned, creates: listNewNamesOfCosts(planned.costs) }),
    }
  })
  .does(async ({ ignore_ids, skip_invalid, create_missing, ...table }, context) => {
    const options = { ignoreIds: ignore_ids, keepApart: skip_invalid, create: create_missing }
    const rows = readKindTable(costImport, table)
    const planned = await planCostRows(context, rows, options)
    const imported = await importCostRows(context, planned.costs)
    return {
      added: imported.filter(({ outcome }) => outcome === 'created').length,
      updated: imported.filter(({ outcome }) => outcome === 'merged').length,
      total: rows.length,
      results: toResults(imported, planned),
      created: listNewNamesOfCosts(planned.costs),
    }
  })
