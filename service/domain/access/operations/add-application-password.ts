import { z } from 'zod'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import {
  applicationPasswordName,
  applicationPasswordRecord,
  toApplicationPasswordRecord,
} from '../application-password.ts'
import { insertApplicationPassword } from '../application-password-store.ts'
import { hashingKey, keyedHash } from '../hashing-key.ts'
import { newApplicationPassword, readApplicationPassword } from '../random-text.ts'
import { holdUser, requireUser, type UserRow } from '../user-store.ts'

export const addApplicationPassword = operation({
  name: 'add-application-password',
  summary:
    'Make a further password for a program that signs in as you. It is shown only here, with or without its spaces.',
  effect: 'change',
  permission: 'own',
  input: z.strictObject({ name: applicationPasswordName.describe('What the program is called.') }),
  output: z.object({ application_password: applicationPasswordRecord, password: z.string() }),
})
  .plans(async ({ name }, { db, actor }) => {
    requireOwnPassword(await requireUser(db, actor.userId!))
    return { would_affect: [{ name }] }
  })
  .does(async ({ name }, { db, clock, secrets, actor }) => {
    const password = newApplicationPassword()
    const hash = keyedHash(
      await hashingKey({ db, secrets }),
      'application password',
      readApplicationPassword(password)!,
    )
    const row = await db.transaction().execute(async (trx) => {
      const user = await holdUser(trx, actor.userId!)
      requireOwnPassword(user)
      return insertApplicationPassword(trx, { user_id: user.id, name, hash, created_at: clock.now() })
    })
    return { application_password: toApplicationPasswordRecord(row), password }
  })

/** A password that somebody else knows must not grow into one that stays. */
function requireOwnPassword({ must_change_password }: UserRow): void {
  if (must_change_password) throw permissionDenied('Change your one-time password first: PUT /access/me/password.')
}
