import { z } from 'zod'
import { type Actor, requireUserId } from '../../../operation/actor.ts'
import { factorSetupRequired, permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import {
  applicationPasswordName,
  applicationPasswordRecord,
  toApplicationPasswordRecord,
} from '../passwords/application-password.ts'
import { insertApplicationPassword } from '../passwords/application-password-store.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { newApplicationPassword, readApplicationPassword } from '../passwords/random-text.ts'
import { presentedPassword } from '../users/user.ts'
import { lockUserForKeyShare, requireUser, type UserRow } from '../users/user-store.ts'

export const addApplicationPassword = operation({
  name: 'add-application-password',
  summary:
    'Create a password for a program that signs in as you. It is shown only here, works with or without its spaces, and is revoked when your password changes.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({
    name: applicationPasswordName.describe('The name of the program.'),
    current_password: presentedPassword.describe('Your login password.'),
  }),
  output: z.object({ application_password: applicationPasswordRecord, password: z.string() }),
})
  .plans(async ({ name }, { db, actor }) => {
    requireFactor(actor)
    requireOwnPassword(await requireUser(db, requireUserId(actor)))
    return { would_affect: [{ name }] }
  })
  .does(async ({ name, current_password }, ctx) => {
    const { db, clock, actor } = ctx
    requireFactor(actor)
    const checked = await confirmOwnPassword(ctx, current_password)
    const password = newApplicationPassword()
    const hash = keyedHash(
      ctx.access.hashingKey,
      'application password',
      present(readApplicationPassword(password), 'the new password'),
    )
    const row = await db.transaction().execute(async (trx) => {
      const user = await lockUserForKeyShare(trx, requireUserId(actor))
      requireOwnPassword(user)
      // The account was recovered in the meantime: the checked password is no longer valid.
      if (user.password_hash !== checked.password_hash)
        throw permissionDenied('Your password was just changed. Sign in again.')
      const inserted = await insertApplicationPassword(trx, { user_id: user.id, name, hash, created_at: clock.now() })
      await ctx.recordChange(trx)
      return inserted
    })
    return { application_password: toApplicationPasswordRecord(row), password }
  })

/** The person must set up a second factor before anything else. */
function requireFactor({ mustSetUpFactor }: Actor): void {
  if (mustSetUpFactor) throw factorSetupRequired()
}

/** A one-time password must not be enough to create a permanent one. */
function requireOwnPassword({ must_change_password }: UserRow): void {
  if (must_change_password) throw permissionDenied('Change your one-time password first: PUT /access/me/password.')
}
