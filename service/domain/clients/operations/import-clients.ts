import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { csvText } from '../../../operation/table-input.ts'
import { importClientRows, readClientTable } from '../client-csv.ts'

export const importClients = operation({
  name: 'import-clients',
  summary:
    'Add and change clients from a CSV file: a row with the id or e-mail address of a client changes it, any other adds one. A file with errors is refused as a whole; missing columns leave fields unchanged.',
  effect: 'change',
  permission: 'clients.manage',
  input: z.strictObject({
    csv: csvText,
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
  }),
  results: ({ added, updated, errors }) => ({
    done: added + updated,
    errors,
    label: ['client imported', 'clients imported'],
  }),
  subject: ({ csv }) => `a table of ${csv.length} characters`,
})
  .plans(async ({ csv, ignore_ids }, context) => {
    const clients = await readClientTable(context, csv, { ignoreIds: ignore_ids })
    return {
      would_affect: clients.map(({ line, id, input }) => ({
        line,
        id,
        ...(input.name !== undefined && { name: input.name }),
        action: id === null ? 'add' : 'update',
      })),
    }
  })
  .does(async ({ csv, ignore_ids }, context) => {
    const clients = await readClientTable(context, csv, { ignoreIds: ignore_ids })
    const { added, updated, errors } = await importClientRows(context, clients)
    return { added, updated, total: clients.length, errors, total_errors: errors.length }
  })
