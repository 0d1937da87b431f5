import { scopes } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { line } from '../../../platform/connector/reading/text.ts'
import { publishEvents } from '../../events/index.ts'
import { accessTokenRefused } from '../access-errors.ts'
import { recordAccessEvent } from '../audit/access-event.ts'
import { buildKey } from '../keys/create-key.ts'
import { insertKey } from '../keys/key-store.ts'
import { findOidcSettings } from '../oidc/oidc-settings-store.ts'
import { requireUser } from '../users/user-store.ts'
import { countOAuthKeys, findOAuthKeyId, insertOAuthKey, type OAuthProgram } from './oauth-key-store.ts'

/** Per person. Providers can let programs register themselves, each time under a new name. */
const maxPrograms = 100

/**
 * The key of a program that signs in for this person, created with its first call. It has no token: the provider's is used instead.
 * So limits, approvals, the audit trail and switching it off are those of any key. Its changes need approval.
 */
export async function requireOAuthKey(
  context: Pick<Context, 'db' | 'clock' | 'access' | 'audit'>,
  program: OAuthProgram,
  address: string,
): Promise<number> {
  const { db, clock, access } = context
  const known = await findOAuthKeyId(db, program)
  if (known !== undefined) return known
  return db.transaction().execute(async (trx) => {
    // Locked, so that two first calls of a program create one key.
    await findOidcSettings(trx, { lock: true })
    const created = await findOAuthKeyId(trx, program)
    if (created !== undefined) return created
    const { userId, issuer, clientId } = program
    if ((await countOAuthKeys(trx, userId)) >= maxPrograms)
      throw accessTokenRefused(
        `You have keys of ${maxPrograms} programs that signed in. Delete those that you do not use.`,
      )
    const now = clock.now()
    const user = await requireUser(trx, userId)
    const description = `Signed in with OAuth: ${line(clientId, 150)}`
    const tiers = { changeTier: 'ask', destroyTier: 'ask' } as const
    const input = { userId, madeByUserId: userId, description, scopes: [...scopes], ...tiers }
    const { row } = buildKey(access.hashingKey, input, now)
    const { id } = await insertKey(trx, { ...row, truncated_key: '' })
    await insertOAuthKey(trx, { key_id: id, issuer, client_id: clientId })
    const data = { key_id: id, user_id: userId, description, scopes: [...scopes], by: user.login }
    await publishEvents(trx, [{ type: 'access.key_created', subject: `user:${userId}`, data }], now)
    const facts = { key_id: id, client_id: line(clientId, 200) }
    await recordAccessEvent(context, { event: 'create-oauth-key', outcome: 'ok', user, address, facts }, trx)
    return id
  })
}
