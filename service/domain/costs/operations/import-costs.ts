import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { csvText } from '../../../operation/table-input.ts'
import { importCostRows, readCostTable, requireValidRows } from '../cost-csv.ts'

export const importCosts = operation({
  name: 'import-costs',
  summary:
    'Add and change costs from a CSV file: a row with an id changes that cost, any other adds one. All rows or none; columns that are not there stay as they are.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'costs.manage',
  requires: 'cost-tracker',
  input: z.strictObject({
    csv: csvText,
    ignore_ids: z.boolean().default(false).describe('Add every row as new: for a file from another installation.'),
  }),
  output: z.object({ added: z.int(), updated: z.int(), total: z.int() }),
  subject: ({ csv }) => `a table of ${csv.length} characters`,
})
  .plans(async ({ csv, ignore_ids }, context) => {
    const costs = await readCostTable(context, csv, { ignoreIds: ignore_ids })
    await requireValidRows(context.db, context, costs)
    return {
      would_affect: costs.map(({ line, id, input }) => ({
        line,
        id,
        ...(input.name !== undefined && { name: input.name }),
        action: id === null ? 'add' : 'update',
      })),
    }
  })
  .does(async ({ csv, ignore_ids }, context) => {
    const costs = await readCostTable(context, csv, { ignoreIds: ignore_ids })
    const { added, updated } = await importCostRows(context, costs)
    return { added, updated, total: costs.length }
  })
