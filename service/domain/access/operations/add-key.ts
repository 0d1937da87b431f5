import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database/database.ts'
import { requireWithin, rightsOfMaker } from '../handing-out.ts'
import { hashingKey } from '../hashing-key.ts'
import { keyFields, keyRecord, readExpiry, readScopes, toKeyRecord } from '../key.ts'
import { makeKey } from '../make-key.ts'
import { userId } from '../user.ts'
import { holdUser, listActiveAdministrators, requireUser } from '../user-store.ts'

export const addKey = operation({
  name: 'add-key',
  summary:
    'Make an API key, read-only unless you say otherwise. The key is shown only here; it never has more rights than its user, nor than the key that makes it, and it ends with that key.',
  effect: 'change',
  permission: 'access.manage',
  input: z.strictObject({ ...keyFields, user_id: userId.optional().describe('Whose key it is; yours by default.') }),
  output: z.object({ token: z.string(), key: keyRecord }),
})
  .plans(async (input, { db, clock, actor }) => {
    const { scopes } = await read(db, input, actor, clock.now())
    const { id, login } = await requireUser(db, await ownerOf(db, input.user_id, actor))
    return { would_affect: [{ user_id: id, login, scopes }] }
  })
  .does(async (input, { db, clock, secrets, actor }) => {
    const now = clock.now()
    const userId = await ownerOf(db, input.user_id, actor)
    const hashing = await hashingKey({ db, secrets })
    const { token, key } = await db.transaction().execute(async (trx) => {
      const wanted = await read(trx, input, actor, now, { lock: true })
      await holdUser(trx, userId)
      return makeKey(trx, hashing, { ...wanted, userId }, now)
    })
    return { token, key: toKeyRecord(key) }
  })

type Input = z.output<z.ZodObject<typeof keyFields>>

async function read(db: Db, input: Input, actor: Actor, now: Date, options?: { lock: boolean }) {
  const maker = await rightsOfMaker(db, actor, options)
  const scopes = readScopes(input) ?? ['read']
  const siteIds = input.site_ids ?? null
  const tagIds = input.tag_ids ?? null
  const asked = readExpiry(input.expires_at, now)
  const expiresAt = asked === undefined ? (maker?.expires_at ?? null) : asked
  requireWithin({ scopes, site_ids: siteIds, tag_ids: tagIds, expires_at: expiresAt }, maker)
  const { description = '', active = true } = input
  const madeBy = { madeByUserId: actor.userId, madeByKeyId: actor.keyId }
  return { scopes, description, active, siteIds, tagIds, expiresAt, ...madeBy }
}

/** Flotilla itself (the command line) has no account: its keys belong to the first administrator. */
async function ownerOf(db: Db, wanted: number | undefined, actor: Actor): Promise<number> {
  return wanted ?? actor.userId ?? (await listActiveAdministrators(db))[0]!
}
