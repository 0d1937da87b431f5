import { z } from 'zod'
import { FileAnswer, startFile } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { writeCostTable } from '../cost-csv.ts'
import { pagesForExport } from '../export-store.ts'
import { viewOf } from '../view.ts'

export const exportCosts = operation({
  name: 'export-costs',
  summary: 'All costs as a CSV file, which import-costs takes back.',
  effect: 'read',
  permission: 'costs.read',
  heavy: true,
  requires: 'cost-tracker',
  input: z.strictObject({}),
  output: z.unknown(),
  answers: ['file'],
}).does(async (_input, context) => {
  const pages = pagesForExport(context.db, context.actor.limits)
  const content = await startFile(writeCostTable(pages, viewOf(context)))
  return new FileAnswer('costs.csv', 'text/csv; charset=utf-8', content)
})
