import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { nothingToCompare } from '../moving-in-errors.ts'
import { findLastSource } from '../parity/facts-store.ts'
import { makeReport } from '../parity/make-report.ts'
import { ParityQuery, ParityReport, readReport } from '../parity/parity-report.ts'
import { requirePerson } from '../require-person.ts'

export const makeParityReport = operation({
  name: 'make-parity-report',
  summary:
    'Compare what the other dashboard knew when it was exported with what is known here now: names, clients, tags, versions, pending updates, costs and monitors. Replaces the last report of that dashboard.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  heavy: true,
  permission: 'move-in.manage',
  input: z.strictObject({ source: ParityQuery.shape.source }),
  output: ParityReport,
  subject: ({ source }) => source ?? 'the last export file',
})
  .plans(async ({ source }, { db, actor }) => {
    requirePerson(actor)
    const from = source ?? (await findLastSource(db))
    if (from === undefined) throw nothingToCompare()
    return { would_affect: [{ source: from }] }
  })
  .does(async ({ source }, context) => {
    const { db, actor, recordChange } = context
    requirePerson(actor)
    const from = source ?? (await findLastSource(db))
    if (from === undefined) throw nothingToCompare()
    await db.transaction().execute(async (trx) => {
      await makeReport(context, trx, from)
      await recordChange(trx)
    })
    return readReport(db, { source: from, page: 1, per_page: 50 })
  })
