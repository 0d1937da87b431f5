import { operation } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database/database.ts'
import { changeAccess } from '../access-changes.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { toUserRecord, userRecord } from '../users/user.ts'
import {
  applyUserChanges,
  removesAdministrator,
  requireAllowedChanges,
  requireAnotherAdministrator,
  userChanges,
} from '../users/user-changes.ts'

export const updateUser = operation({
  name: 'update-user',
  summary:
    'Change name, e-mail address, role or password of a user, or disable the user. Takes effect immediately, for API keys too.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: userChanges,
  output: userRecord,
})
  .plans(async (changes, { db, actor }) => {
    const { id, login } = await requireAllowedChanges(db, changes, actor)
    if (removesAdministrator(changes)) await requireAnotherAdministrator(db, id)
    return { id, would_affect: [{ id, login }] }
  })
  .does(async (changes, context) => {
    const { db, passwordCost, actor, clock } = context
    await requireAllowedChanges(db, changes, actor)
    const hash = changes.password === undefined ? undefined : await hashPassword(changes.password, passwordCost)
    const change = (trx: Db) => applyUserChanges(trx, changes, hash, clock.now())
    return toUserRecord(await changeAccess(context, 'everyone', change))
  })
