import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { passkeyNotFound } from '../access-errors.ts'
import { passkeyName } from '../passkeys/passkey-record.ts'
import { listPasskeys, updatePasskeyName } from '../passkeys/passkey-store.ts'

export const renamePasskey = operation({
  name: 'rename-passkey',
  summary: 'Rename one of your passkeys.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({ id: z.int().min(1), name: passkeyName }),
  output: z.object({ id: z.int(), name: z.string() }),
})
  .plans(async ({ id, name }, { db, actor }) => {
    const own = await listPasskeys(db, requireUserId(actor))
    if (!own.some((passkey) => passkey.id === id)) throw passkeyNotFound(id)
    return { id, would_affect: [{ id, name }] }
  })
  .does(async ({ id, name }, { db, actor }) => {
    if (!(await updatePasskeyName(db, requireUserId(actor), id, name))) throw passkeyNotFound(id)
    return { id, name }
  })
