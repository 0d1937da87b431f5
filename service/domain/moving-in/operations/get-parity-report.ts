import { operation } from '../../../operation/operation.ts'
import { ParityQuery, ParityReport, readReport } from '../parity/parity-report.ts'

export const getParityReport = operation({
  name: 'get-parity-report',
  summary: 'Show the last comparison with another dashboard: counts by field, and each difference with its reason.',
  effect: 'read',
  permission: 'move-in.manage',
  input: ParityQuery,
  output: ParityReport,
}).does((query, { db }) => readReport(db, query))
