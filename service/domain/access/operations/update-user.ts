import { z } from 'zod'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { requireAnotherAdministrator } from '../administrators.ts'
import { requireRightsOverPeople } from '../handing-out.ts'
import { hashPassword } from '../password-hash.ts'
import { reviseAccess } from '../revocation.ts'
import { deleteSessions } from '../session-store.ts'
import { email, newPassword, personName, requireUnlikeLogin, role, toUserRecord, userId, userRecord } from '../user.ts'
import { requireUser, updateUser as storeUser } from '../user-store.ts'

const input = z.strictObject({
  id: userId,
  name: personName.nullable().optional(),
  email: email.optional(),
  role: role.optional(),
  disabled: z.boolean().optional(),
  password: newPassword.optional().describe('Ends all sessions of the user.'),
  must_change_password: z.boolean().optional().describe('With a new password: true unless you say false.'),
})
type Changes = z.output<typeof input>

export const updateUser = operation({
  name: 'update-user',
  summary:
    "Change a person's name, e-mail address, role or password, or disable them. Takes effect at once, for their keys too.",
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
  input,
  output: userRecord,
})
  .plans(async (changes, { db, actor }) => {
    requireRightsOverPeople(actor)
    const user = await requireUser(db, changes.id)
    requireSomeoneElse(changes, actor.userId)
    if (stopsAdministrating(changes)) await requireAnotherAdministrator(db, user.id)
    return { id: user.id, would_affect: [{ id: user.id, login: user.login }] }
  })
  .does(async (changes, { db, actor }) => {
    requireRightsOverPeople(actor)
    const { id, password, name, email, role, disabled, must_change_password } = changes
    const { login } = await requireUser(db, id)
    requireSomeoneElse(changes, actor.userId)
    if (password !== undefined) requireUnlikeLogin(password, login, 'password')
    // Hashed before the transaction: a slow thing must not hold locks.
    const hash = password === undefined ? undefined : await hashPassword(password)
    const user = await reviseAccess(db, id, async (trx) => {
      if (stopsAdministrating(changes)) await requireAnotherAdministrator(trx, id, { lock: true })
      const updated = await storeUser(trx, id, {
        ...(name !== undefined && { name: name ?? '' }),
        ...(email !== undefined && { email: email || null }),
        ...(role !== undefined && { role }),
        ...(disabled !== undefined && { disabled }),
        ...(must_change_password !== undefined && { must_change_password }),
        ...(hash !== undefined && { password_hash: hash, must_change_password: must_change_password ?? true }),
      })
      // A session must not come back to life when the user is enabled again.
      if (hash !== undefined || disabled) await deleteSessions(trx, id)
      return updated
    })
    return toUserRecord(user)
  })

const stopsAdministrating = ({ role, disabled }: Changes) =>
  disabled === true || (role !== undefined && role !== 'administrator')

/** Whoever found a session open must not be able to take the account over for good. */
function requireSomeoneElse({ id, password }: Changes, self: number | null): void {
  if (password === undefined || id !== self) return
  throw permissionDenied('Change your own password with PUT /access/me/password, which asks for the current one.')
}
