import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { linkAuditLines } from '../audit-links.ts'
import { importAuditedChanges } from '../audited-changes.ts'

export const recordOwnChanges = operation({
  name: 'record-own-changes',
  summary: 'Import the changes made through Flotilla from the audit trail into the change log.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'logs',
  input: z.strictObject({}),
  output: z.object({}),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db }) => {
    await importAuditedChanges(db)
    await linkAuditLines(db)
    return {}
  })
