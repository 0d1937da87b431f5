import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireWithin, rightsOfMaker } from '../handing-out.ts'
import { keyFields, keyId, keyRecord, toKeyRecord } from '../key.ts'
import { keysThatEndWith, readKeyChanges } from '../key-changes.ts'
import { deactivateKeys, requireKey, updateKey as storeKey } from '../key-store.ts'
import { reviseAccess } from '../revocation.ts'

export const updateKey = operation({
  name: 'update-key',
  summary:
    'Change what an API key may do, how long it lasts and whether it is active. Takes effect at once; keys that it made and that would now exceed it are switched off.',
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
  input: z.strictObject({ id: keyId, ...keyFields }),
  output: keyRecord,
})
  .plans(async (input, { db, clock, actor }) => {
    const before = await requireKey(db, input.id)
    const after = { ...before, ...readKeyChanges(input, clock.now()) }
    const maker = await rightsOfMaker(db, actor)
    for (const rights of [before, after]) requireWithin(rights, maker)
    const affected = [before, ...(await keysThatEndWith(db, after))]
    return { id: before.id, would_affect: affected.map(({ id, description }) => ({ id, description })) }
  })
  .does(async (input, { db, clock, actor }) => {
    const { id } = input
    const changes = readKeyChanges(input, clock.now())
    // Keys that it made can belong to other users.
    const row = await reviseAccess(db, 'everyone', async (trx) => {
      const before = await requireKey(trx, id, { lock: true })
      const maker = await rightsOfMaker(trx, actor, { lock: true })
      for (const rights of [before, { ...before, ...changes }]) requireWithin(rights, maker)
      const after = await storeKey(trx, id, changes)
      const ending = await keysThatEndWith(trx, after)
      await deactivateKeys(
        trx,
        ending.map((key) => key.id),
      )
      return after
    })
    return toKeyRecord(row)
  })
