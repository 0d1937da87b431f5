import { z } from 'zod'
import { columnMapping, describeLeftOut, importRecords, RowResult, toResults } from '../../../operation/import-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { csvText, readKindTable } from '../../../operation/table-input.ts'
import { clientImport } from '../client-columns.ts'
import { importClientRows, readClientRows } from '../client-csv.ts'

export const importClients = operation({
  name: 'import-clients',
  summary:
    'Add and change clients from a CSV file: a row with the id or e-mail address of a client changes it, any other adds one. A file with errors is refused as a whole; missing columns leave fields unchanged.',
  effect: 'change',
  permission: 'clients.manage',
  input: z.strictObject({
    csv: csvText.optional(),
    rows: importRecords,
    columns: columnMapping,
    skip_invalid: z
      .boolean()
      .default(false)
      .describe('Import the valid rows and report the others, instead of refusing the table.'),
    ignore_ids: z
      .boolean()
      .default(false)
      .describe('Match by e-mail address only: for a file from another installation.'),
  }),
  output: z.object({
    added: z.int(),
    updated: z.int(),
    total: z.int(),
    errors: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
    total_errors: z.int(),
    results: z.array(RowResult).describe('What became of each row.'),
  }),
  results: ({ added, updated, errors }) => ({
    done: added + updated,
    errors,
    label: ['client imported', 'clients imported'],
  }),
  subject: ({ csv, rows }) => (rows ? `a table of ${rows.length} rows` : `a table of ${csv?.length ?? 0} characters`),
})
  .plans(async ({ ignore_ids, skip_invalid, ...table }, context) => {
    const rows = readKindTable(clientImport, table)
    const read = await readClientRows(context, rows, { ignoreIds: ignore_ids, keepApart: skip_invalid })
    return {
      would_affect: read.clients.map(({ row, line, id, input }) => ({
        row,
        line,
        id,
        ...(input.name !== undefined && { name: input.name }),
        action: id === null ? 'add' : 'update',
      })),
      ...describeLeftOut(read),
    }
  })
  .does(async ({ ignore_ids, skip_invalid, ...table }, context) => {
    const rows = readKindTable(clientImport, table)
    const read = await readClientRows(context, rows, { ignoreIds: ignore_ids, keepApart: skip_invalid })
    const imported = await importClientRows(context, read.clients)
    const lines = new Map(rows.map(({ row, line }) => [row, line]))
    const results = toResults(imported, read)
    const errors = results.flatMap(({ row, code, message }) =>
      code === null ? [] : [{ line: lines.get(row) ?? row, code, message: message ?? '' }],
    )
    return {
      added: imported.filter(({ outcome }) => outcome === 'created').length,
      updated: imported.filter(({ outcome }) => outcome === 'merged').length,
      total: rows.length,
      errors,
      total_errors: errors.length,
      results,
    }
  })
