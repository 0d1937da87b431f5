import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { passkeyRefused } from '../access-errors.ts'
import { countFactors, hasSecondFactor, replaceRecoveryHashes } from '../factors/factor-store.ts'
import { createRecoveryCodes } from '../factors/recovery-codes.ts'
import { passkeyRegistration, verifyRegistration } from '../passkeys/passkey.ts'
import { passkeyName, passkeyRecord, toPasskeyRecord } from '../passkeys/passkey-record.ts'
import { insertPasskey } from '../passkeys/passkey-store.ts'
import { requireSessionId } from '../sessions/session.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { requireUser } from '../users/user-store.ts'

export const addPasskey = operation({
  name: 'add-passkey',
  summary:
    'Add a passkey with the answer of the browser. The first second factor ends your other sessions and returns ten recovery codes, shown only here.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({ name: passkeyName, answer: passkeyRegistration.describe('From the browser, as JSON.') }),
  output: z.object({ passkey: passkeyRecord, recovery_codes: z.array(z.string()) }),
})
  .plans(async ({ name }, { actor }) => {
    requireSessionId(actor)
    return { would_affect: [{ name }] }
  })
  .does(async ({ name, answer }, ctx) => {
    const { db, actor, clock } = ctx
    const sessionId = requireSessionId(actor)
    const user = await requireUser(db, requireUserId(actor))
    const credential = await verifyRegistration(ctx, user, answer)
    const isFirst = !hasSecondFactor(await countFactors(db, user.id))
    const { codes, hashes } = createRecoveryCodes(ctx.access.hashingKey, user.id)
    const row = await changeAccess(ctx, user.id, async (trx) => {
      const inserted = await insertPasskey(trx, {
        ...credential,
        user_id: user.id,
        name,
        created_at: clock.now(),
        last_used_at: null,
      })
      if (!inserted) throw passkeyRefused()
      if (isFirst) {
        await replaceRecoveryHashes(trx, user.id, hashes)
        await deleteSessions(trx, user.id, { except: sessionId })
      }
      return inserted
    })
    return { passkey: toPasskeyRecord(row), recovery_codes: isFirst ? codes : [] }
  })
