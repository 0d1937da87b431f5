import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireScopesToGive } from '../handing-out.ts'
import { keyFields, keyId, keyRecord, readExpiry, readScopes, toKeyRecord } from '../key.ts'
import { requireKey, updateKey as storeKey } from '../key-store.ts'
import { reviseAccess } from '../revocation.ts'

export const updateKey = operation({
  name: 'update-key',
  summary: 'Change what an API key may do, how long it lasts and whether it is active. Takes effect at once.',
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
  input: z.strictObject({ id: keyId, ...keyFields }),
  output: keyRecord,
})
  .plans(async (input, { db, actor }) => {
    const { id, description, scopes } = await requireKey(db, input.id)
    requireScopesToGive(actor, [...scopes, ...(readScopes(input) ?? [])])
    return { id, would_affect: [{ id, description }] }
  })
  .does(async (input, { db, clock, actor }) => {
    const { id, description, active, site_ids, tag_ids } = input
    const scopes = readScopes(input)
    const expiresAt = readExpiry(input.expires_at, clock.now())
    const { user_id } = await requireKey(db, id)
    const row = await reviseAccess(db, user_id, async (trx) => {
      const before = await requireKey(trx, id, { lock: true })
      requireScopesToGive(actor, [...before.scopes, ...(scopes ?? [])])
      return storeKey(trx, id, {
        ...(description !== undefined && { description }),
        ...(active !== undefined && { active }),
        ...(scopes !== undefined && { scopes }),
        ...(site_ids !== undefined && { site_ids }),
        ...(tag_ids !== undefined && { tag_ids }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
      })
    })
    return toKeyRecord(row)
  })
