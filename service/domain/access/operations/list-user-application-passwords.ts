import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { applicationPasswordRecord, toApplicationPasswordRecord } from '../passwords/application-password.ts'
import { listApplicationPasswordRows } from '../passwords/application-password-store.ts'
import { userId } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const listUserApplicationPasswords = operation({
  name: 'list-user-application-passwords',
  summary: 'List the application passwords of a user and their last use; the passwords themselves are never shown.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({ id: userId }),
  output: z.object({ application_passwords: z.array(applicationPasswordRecord), total: z.int() }),
}).does(async ({ id }, { db }) => {
  await requireUser(db, id)
  const rows = await listApplicationPasswordRows(db, id)
  return { application_passwords: rows.map(toApplicationPasswordRecord), total: rows.length }
})
