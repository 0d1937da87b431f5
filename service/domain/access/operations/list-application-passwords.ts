import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { applicationPasswordRecord, toApplicationPasswordRecord } from '../passwords/application-password.ts'
import { listApplicationPasswordRows } from '../passwords/application-password-store.ts'

export const listApplicationPasswords = operation({
  name: 'list-application-passwords',
  summary: 'List your own application passwords; the passwords themselves are never shown again.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({ application_passwords: z.array(applicationPasswordRecord), total: z.int() }),
}).does(async (_input, { db, actor }) => {
  const rows = await listApplicationPasswordRows(db, requireUserId(actor))
  return { application_passwords: rows.map(toApplicationPasswordRecord), total: rows.length }
})
