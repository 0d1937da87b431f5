import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { publishEvents } from '../../events/index.ts'
import { recordAccessEvent } from '../audit/access-event.ts'
import { deviceHashOf, keyEndOf, loginEnded, loginPending } from '../key-logins/key-login.ts'
import { deleteKeyLogin, findKeyLogin } from '../key-logins/key-login-store.ts'
import { createKey } from '../keys/create-key.ts'
import { keyRecord, toKeyRecord } from '../keys/key.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { findActiveUser } from '../users/user-store.ts'

export const finishKeyLogin = operation({
  name: 'finish-key-login',
  summary:
    'Fetch the key that a person has confirmed. It belongs to that person, its changes need approval, and it is shown only here.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  input: z.strictObject({ device_code: z.string().min(1).max(100) }),
  subject: () => '',
  output: z.object({ token: z.string(), key: keyRecord }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ device_code }, context) => {
    const { db, clock, access, actor } = context
    await countRequest(context, `fetched keys from ${networkOfAddress(actor.address)}`, {
      failures: 120,
      windowMs: 60_000,
    })
    const now = clock.now()
    const hash = deviceHashOf(context, device_code)
    const login = await findKeyLogin(db, hash, now)
    if (!login) throw loginEnded()
    if (login.user_id === null) throw loginPending()
    const user = await findActiveUser(db, login.user_id)
    if (!user || (user.access_until !== null && user.access_until <= now)) throw loginEnded()
    const { token, key } = await db.transaction().execute(async (trx) => {
      if (!(await deleteKeyLogin(trx, hash))) throw loginEnded()
      const rights = { scopes: login.scopes, changeTier: 'ask', destroyTier: 'ask', expiresAt: keyEndOf(now) } as const
      const owner = { userId: user.id, madeByUserId: user.id, description: `flotilla login: ${login.name}` }
      const created = await createKey(trx, access.hashingKey, { ...owner, ...rights }, now)
      const { id, description, scopes } = created.key
      const data = { key_id: id, user_id: user.id, description, scopes, by: user.login }
      await publishEvents(trx, [{ type: 'access.key_created', subject: `user:${user.id}`, data }], now)
      const facts = { key_id: id, name: login.name }
      await recordAccessEvent(
        context,
        { event: 'finish-key-login', outcome: 'ok', user, address: actor.address, facts },
        trx,
      )
      return created
    })
    return { token, key: toKeyRecord(key) }
  })
