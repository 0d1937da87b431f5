import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database/database.ts'
import { requireScopesToGive } from '../handing-out.ts'
import { hashingKey } from '../hashing-key.ts'
import { keyFields, keyRecord, readExpiry, readScopes, toKeyRecord } from '../key.ts'
import { makeKey } from '../make-key.ts'
import { userId } from '../user.ts'
import { holdUser, listActiveAdministrators, requireUser } from '../user-store.ts'

export const addKey = operation({
  name: 'add-key',
  summary:
    'Make an API key, read-only unless you say otherwise. The key is shown only here; it never has more rights than its user.',
  effect: 'change',
  permission: 'access.manage',
  input: z.strictObject({ ...keyFields, user_id: userId.optional().describe('Whose key it is; yours by default.') }),
  output: z.object({ token: z.string(), key: keyRecord }),
})
  .plans(async (input, { db, clock, actor }) => {
    const { scopes } = read(input, actor, clock.now())
    const { id, login } = await requireUser(db, await ownerOf(db, input.user_id, actor))
    return { would_affect: [{ user_id: id, login, scopes }] }
  })
  .does(async (input, { db, clock, secrets, actor }) => {
    const now = clock.now()
    const wanted = read(input, actor, now)
    const userId = await ownerOf(db, input.user_id, actor)
    const hashing = await hashingKey({ db, secrets })
    const { token, key } = await db.transaction().execute(async (trx) => {
      await holdUser(trx, userId)
      return makeKey(trx, hashing, { ...wanted, userId }, now)
    })
    return { token, key: toKeyRecord(key) }
  })

function read(input: z.output<z.ZodObject<typeof keyFields>>, actor: Actor, now: Date) {
  const scopes = readScopes(input) ?? ['read']
  requireScopesToGive(actor, scopes)
  return {
    scopes,
    description: input.description ?? '',
    active: input.active ?? true,
    siteIds: input.site_ids ?? null,
    tagIds: input.tag_ids ?? null,
    expiresAt: readExpiry(input.expires_at, now) ?? null,
  }
}

/** Flotilla itself (the command line) has no account: its keys belong to the first administrator. */
async function ownerOf(db: Db, wanted: number | undefined, actor: Actor): Promise<number> {
  return wanted ?? actor.userId ?? (await listActiveAdministrators(db))[0]!
}
