import { z } from 'zod'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { endAccess } from '../end-access.ts'
import { deleteRecoveryCodes, deleteTotp } from '../factors/factor-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { userId } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

/** Has no address: the command line on the server is the only way to remove the second factor of another person. */
export const resetUserFactors = operation({
  name: 'reset-user-factors',
  summary:
    'Remove the second factors of a user and end the sessions. Only `flotilla users reset-factor` on the server.',
  effect: 'destroy',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  // Only the command line runs it.
  stepUp: false,
  input: z.strictObject({ id: userId }),
  output: z.object({ id: z.int(), removed: z.boolean(), ended: z.int() }),
})
  .plans(async ({ id }, { db }) => {
    const { login } = await requireUser(db, id)
    return { id, would_affect: [{ id, login }] }
  })
  .does(async ({ id }, context) => {
    if (context.actor.kind !== 'system')
      throw permissionDenied('Second factors are removed on the server only: flotilla users reset-factor <login>.')
    await requireUser(context.db, id)
    return changeAccess(context, 'everyone', async (trx) => {
      const hadPasskeys = await deletePasskeys(trx, id)
      const removed = (await deleteTotp(trx, id)) || hadPasskeys
      await deleteRecoveryCodes(trx, id)
      const { sessions } = await endAccess(trx, id, { applicationPasswords: false })
      return { id, removed, ended: sessions }
    })
  })
