import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database/database.ts'
import { present } from '../../../platform/present.ts'
import { publishEvents } from '../../events/index.ts'
import { createPair } from '../keys/compatible-pair.ts'
import { createKey } from '../keys/create-key.ts'
import { keyFields, keyRecord, readExpiry, readScopes, toKeyRecord } from '../keys/key.ts'
import { requireWithinRights, rightsOfCallingKey } from '../keys/key-rights.ts'
import { requireUsedIds } from '../users/limit-fields.ts'
import { userId } from '../users/user.ts'
import { listActiveAdministrators, lockUserForKeyShare, requireUser } from '../users/user-store.ts'

export const addKey = operation({
  name: 'add-key',
  summary:
    'Create an API key, read-only by default. The key is shown only here. It never has more rights than its user or the key that creates it, and it expires with that key.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({
    ...keyFields,
    user_id: userId.optional().describe('The owner; you by default.'),
    for_agent: z
      .boolean()
      .default(false)
      .describe(
        'For a program that acts on its own, such as an AI agent: change_tier and destroy_tier are ask unless you send them.',
      ),
    compatible: z
      .boolean()
      .default(false)
      .describe('Also with a ck_/cs_ pair for scripts of the established product, accepted on its REST base only.'),
  }),
  output: z.object({
    token: z.string(),
    consumer_key: z.string().optional(),
    consumer_secret: z.string().optional(),
    key: keyRecord,
  }),
})
  .plans(async (input, { db, clock, actor }) => {
    const { scopes } = await readKeyInput(db, input, actor, clock.now())
    const { id, login } = await requireUser(db, await ownerOf(db, input.user_id, actor))
    return { would_affect: [{ user_id: id, login, scopes }] }
  })
  .does(async (input, { db, clock, access, actor, recordChange }) => {
    const now = clock.now()
    const userId = await ownerOf(db, input.user_id, actor)
    const { token, key, pair } = await db.transaction().execute(async (trx) => {
      const keyInput = await readKeyInput(trx, input, actor, now, { lock: true })
      await lockUserForKeyShare(trx, userId)
      const created = await createKey(trx, access.hashingKey, { ...keyInput, userId }, now)
      const pair = input.compatible ? await createPair(trx, access.hashingKey, created.key.id, now) : undefined
      const { id, description, scopes } = created.key
      const data = { key_id: id, user_id: userId, description, scopes, by: actor.name }
      await publishEvents(trx, [{ type: 'access.key_created', subject: `user:${userId}`, data }], now)
      await recordChange(trx)
      return { ...created, pair }
    })
    return { token, ...pair, key: toKeyRecord(key) }
  })

type Input = z.output<z.ZodObject<typeof keyFields>> & { for_agent: boolean }

async function readKeyInput(db: Db, input: Input, actor: Actor, now: Date, options?: { lock: boolean }) {
  const creator = await rightsOfCallingKey(db, actor, options)
  const scopes = readScopes(input) ?? ['read']
  const siteIds = input.site_ids ?? null
  const tagIds = input.tag_ids ?? null
  const clientIds = input.client_ids ?? null
  await requireUsedIds(db, { site_ids: siteIds, tag_ids: tagIds, client_ids: clientIds })
  const requested = readExpiry(input.expires_at, now)
  const expiresAt = requested === undefined ? (creator?.expires_at ?? null) : requested
  const changeTier = input.change_tier ?? (input.for_agent ? 'ask' : (creator?.change_tier ?? 'automatic'))
  const destroyTier = input.destroy_tier ?? (input.for_agent ? 'ask' : (creator?.destroy_tier ?? 'automatic'))
  const limits = { site_ids: siteIds, tag_ids: tagIds, client_ids: clientIds }
  const approvals = { change_tier: changeTier, destroy_tier: destroyTier }
  requireWithinRights({ scopes, ...limits, ...approvals, expires_at: expiresAt }, creator)
  const { description = '', active = true } = input
  const madeBy = { madeByUserId: actor.userId, madeByKeyId: actor.keyId }
  return { scopes, description, active, siteIds, tagIds, clientIds, changeTier, destroyTier, expiresAt, ...madeBy }
}

/** The system actor (command line) has no account: its keys belong to the first administrator. */
async function ownerOf(db: Db, userId: number | undefined, actor: Actor): Promise<number> {
  return userId ?? actor.userId ?? present((await listActiveAdministrators(db))[0], 'an active administrator')
}
