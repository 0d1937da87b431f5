import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { applicationPasswordRecord, toApplicationPasswordRecord } from '../application-password.ts'
import { listApplicationPasswords } from '../application-password-store.ts'
import { userId } from '../user.ts'
import { requireUser } from '../user-store.ts'

export const listUserApplicationPasswords = operation({
  name: 'list-user-application-passwords',
  summary:
    "List a person's application passwords and when each was last used; the passwords themselves are never shown.",
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({ id: userId }),
  output: z.object({ application_passwords: z.array(applicationPasswordRecord), total: z.int() }),
}).does(async ({ id }, { db }) => {
  await requireUser(db, id)
  const rows = await listApplicationPasswords(db, id)
  return { application_passwords: rows.map(toApplicationPasswordRecord), total: rows.length }
})
