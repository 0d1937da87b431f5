import { z } from 'zod'
import { FileAnswer, startFile } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { writeCostTable } from '../cost-csv.ts'
import { costExportPages } from '../cost-store.ts'
import { viewOf } from '../view.ts'

export const exportCosts = operation({
  name: 'export-costs',
  summary: 'Export all costs as a CSV file that import-costs accepts.',
  effect: 'read',
  permission: 'costs.read',
  heavy: true,
  requires: 'cost-tracker',
  input: z.strictObject({}),
  output: z.unknown(),
  answers: ['file'],
}).does(async (_input, context) => {
  const pages = costExportPages(context.db, context.actor.limits)
  const content = await startFile(writeCostTable(pages, viewOf(context)))
  return new FileAnswer('costs.csv', 'text/csv; charset=utf-8', content)
})
