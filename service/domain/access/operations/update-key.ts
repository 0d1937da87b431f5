import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { keyFields, keyId, keyRecord, listKeysThatExceed, readKeyChanges, toKeyRecord } from '../keys/key.ts'
import { requireMayLoosen, requireWithinRights, rightsOfCallingKey } from '../keys/key-rights.ts'
import { deactivateKeys, limitsToStore, requireKey, updateKeyRow } from '../keys/key-store.ts'
import { readLimitChanges, requireUsedIds } from '../users/limit-fields.ts'

export const updateKey = operation({
  name: 'update-key',
  summary:
    'Change the rights, expiry and active state of an API key. Takes effect immediately; keys created with it that would exceed its rights are switched off.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: keyId, ...keyFields }),
  output: keyRecord,
})
  .plans(async (input, { db, clock, actor }) => {
    const before = await requireKey(db, input.id)
    const after = { ...before, ...readKeyChanges(input, clock.now()) }
    await requireUsedIds(db, readLimitChanges(input))
    const creator = await rightsOfCallingKey(db, actor)
    for (const rights of [before, after]) requireWithinRights(rights, creator)
    requireMayLoosen(actor, before, after)
    const affected = [before, ...(await listKeysThatExceed(db, after))]
    return { id: before.id, would_affect: affected.map(({ id, description }) => ({ id, description })) }
  })
  .does(async (input, context) => {
    const { db, clock, actor } = context
    const { id } = input
    await requireUsedIds(db, readLimitChanges(input))
    const changes = readKeyChanges(input, clock.now())
    // Keys created with it can belong to other users.
    const row = await changeAccess(context, 'everyone', async (trx) => {
      const before = await requireKey(trx, id, { lock: true })
      const creator = await rightsOfCallingKey(trx, actor, { lock: true })
      for (const rights of [before, { ...before, ...changes }]) requireWithinRights(rights, creator)
      requireMayLoosen(actor, before, { ...before, ...changes })
      const after = await updateKeyRow(trx, id, { ...changes, ...limitsToStore({ ...before, ...changes }) })
      const exceeding = await listKeysThatExceed(trx, after)
      await deactivateKeys(
        trx,
        exceeding.map((key) => key.id),
      )
      return after
    })
    return toKeyRecord(row)
  })
