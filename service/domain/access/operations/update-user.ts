import { operation } from '../../../operation/operation.ts'
import { requireAnotherAdministrator } from '../administrators.ts'
import { hashPassword } from '../password-hash.ts'
import { reviseAccess } from '../revocation.ts'
import { toUserRecord, userRecord } from '../user.ts'
import { applyUserChanges, requireAllowedChanges, stopsAdministrating, userChanges } from '../user-changes.ts'

export const updateUser = operation({
  name: 'update-user',
  summary:
    "Change a person's name, e-mail address, role or password, or disable them. Takes effect at once, for their keys too.",
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
  input: userChanges,
  output: userRecord,
})
  .plans(async (changes, { db, actor }) => {
    const { id, login } = await requireAllowedChanges(db, changes, actor)
    if (stopsAdministrating(changes)) await requireAnotherAdministrator(db, id)
    return { id, would_affect: [{ id, login }] }
  })
  .does(async (changes, { db, passwordCost, actor }) => {
    await requireAllowedChanges(db, changes, actor)
    const hash = changes.password === undefined ? undefined : await hashPassword(changes.password, passwordCost)
    return toUserRecord(await reviseAccess(db, 'everyone', (trx) => applyUserChanges(trx, changes, hash)))
  })
