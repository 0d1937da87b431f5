import { z } from 'zod'
import { FileAnswer, startFile } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { writeClientTable } from '../client-csv.ts'
import { clientExportPages, listFieldNames } from '../client-store.ts'

export const exportClients = operation({
  name: 'export-clients',
  summary: 'Export all clients with their sites and custom fields as a CSV file that import-clients accepts.',
  effect: 'read',
  permission: 'clients.read',
  heavy: true,
  input: z.strictObject({}),
  output: z.unknown(),
  answers: ['file'],
}).does(async (_input, { db, actor }) => {
  const content = await startFile(writeClientTable(clientExportPages(db, actor.limits), await listFieldNames(db)))
  return new FileAnswer('clients.csv', 'text/csv; charset=utf-8', content)
})
