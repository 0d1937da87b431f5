import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { systemActor } from './actor.ts'
import { openAuditTrail } from './audit-store.ts'
import { findAuditKey } from './audit-trail/audit-seal.ts'
import { verifyAuditTrail } from './audit-trail/verify-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const record = (subject: string) =>
  service.app.context.audit.record({
    actor: systemActor('ada'),
    requestId: 'r1',
    operation: 'paint-boat',
    subject,
    outcome: 'ok',
  })
const recordThree = async () => {
  for (const subject of ['a', 'b', 'c']) await record(subject)
}
const verify = () => verifyAuditTrail(service.db, service.app.auditKey, { batchSize: 2 })
const problem = async () => (await verify()).problem
const lines = () => service.db.selectFrom('audit_lines').selectAll().orderBy('id').execute()
const setHead = (seal: string) => service.db.updateTable('audit_head').set({ seal }).execute()

/** What a program without the key can do: the chain of the versions before the key. */
async function recomputeWithoutKey(db = service.db): Promise<void> {
  let seal = ''
  for (const { id, seal: _, at, ...row } of await db.selectFrom('audit_lines').selectAll().orderBy('id').execute()) {
    const values = Object.entries(row)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, value]) => value)
    seal = hash('sha256', JSON.stringify([seal, at.toISOString(), ...values]), 'hex')
    await db.updateTable('audit_lines').set({ seal }).where('id', '=', id).execute()
  }
  await db.updateTable('audit_head').set({ seal }).execute()
}

it('writes an unbroken chain under concurrent writes', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, index) => record(`boat ${index}`)))
  expect(await verify()).toMatchObject({ lines: 25, problem: null, beforeKey: null, laterPlain: null })
})

it('does not report lines that are written during the verification', async () => {
  await recordThree()
  let added: Promise<void> | undefined
  const onProgress = () => {
    added ??= record('meanwhile')
  }
  const report = await verifyAuditTrail(service.db, service.app.auditKey, { batchSize: 1, onProgress })
  await added
  expect(report.problem).toBeNull()
})

describe('an attacker who can write to the database is found after', () => {
  it('changing a line', async () => {
    await recordThree()
    await service.db.updateTable('audit_lines').set({ subject: 'x' }).where('id', '=', 2).execute()
    expect(await problem()).toEqual({ kind: 'wrong line', line: 2 })
  })

  it('deleting a line', async () => {
    await recordThree()
    await service.db.deleteFrom('audit_lines').where('id', '=', 2).execute()
    expect(await problem()).toEqual({ kind: 'wrong line', line: 3 })
  })

  it('deleting the first lines', async () => {
    await recordThree()
    await service.db.deleteFrom('audit_lines').where('id', '<', 3).execute()
    expect(await problem()).toEqual({ kind: 'wrong line', line: 3 })
  })

  it('deleting the newest line', async () => {
    await recordThree()
    await service.db.deleteFrom('audit_lines').where('id', '=', 3).execute()
    expect(await problem()).toEqual({ kind: 'newest removed', line: 2 })
  })

  it('deleting all lines', async () => {
    await recordThree()
    await service.db.deleteFrom('audit_lines').execute()
    expect(await problem()).toEqual({ kind: 'newest removed', line: 0 })
  })

  it('changing the order of two lines', async () => {
    await recordThree()
    await service.db.transaction().execute(async (trx) => {
      const [one, two] = await trx
        .selectFrom('audit_lines')
        .selectAll()
        .where('id', 'in', [1, 2])
        .orderBy('id')
        .execute()
      const { id: first, ...ofFirst } = one!
      const { id: second, ...ofSecond } = two!
      await trx.updateTable('audit_lines').set(ofSecond).where('id', '=', first).execute()
      await trx.updateTable('audit_lines').set(ofFirst).where('id', '=', second).execute()
    })
    expect(await problem()).toEqual({ kind: 'wrong line', line: 1 })
  })

  it('changing a line and computing the whole chain again without the key', async () => {
    await recordThree()
    await service.db.updateTable('audit_lines').set({ subject: 'x' }).where('id', '=', 2).execute()
    await recomputeWithoutKey()
    // The chain itself is consistent; the installation knows that its lines have keyed seals.
    expect(await verify()).toMatchObject({ problem: null, laterPlain: { lines: 3, first: 1 } })
  })

  it('adding a line without the key', async () => {
    await recordThree()
    const { seal } = (await lines())[2]!
    const forged = { ...(await lines())[2]!, subject: 'forged', seal: hash('sha256', `["${seal}","x"]`, 'hex') }
    const { id: _, ...row } = forged
    await service.db.insertInto('audit_lines').values(row).execute()
    await setHead(forged.seal)
    expect(await problem()).toEqual({ kind: 'wrong line', line: 4 })
  })

  it('replacing the lines by those of another installation', async () => {
    await recordThree()
    const other = await startTestService({ clientAlias: false })
    try {
      const line = { actor: systemActor('eve'), requestId: 'r', operation: 'paint-boat', subject: 'x', outcome: 'ok' }
      await other.app.context.audit.record(line)
      const foreign = await other.db.selectFrom('audit_lines').selectAll().execute()
      await service.db.deleteFrom('audit_lines').execute()
      for (const { id: _, ...row } of foreign) await service.db.insertInto('audit_lines').values(row).execute()
      await setHead(foreign[0]!.seal)
      expect(await problem()).toEqual({ kind: 'other key', line: 4 })
    } finally {
      await other.close()
    }
  })
})

describe('lines from before the key', () => {
  it('are closed by one line with the key, also if several processes start', async () => {
    const { db, clock, secrets } = service
    const installation = { db, clock, secrets }
    const known = await db.selectFrom('instance_secrets').selectAll().where('name', '=', 'audit key').execute()
    await recordThree()
    await recomputeWithoutKey()
    await db.deleteFrom('instance_secrets').where('name', '=', 'audit key').execute()
    try {
      expect(await verifyAuditTrail(db, null)).toMatchObject({ problem: null, beforeKey: { lines: 3, last: 3 } })
      const [one, two] = await Promise.all([openAuditTrail(installation), openAuditTrail(installation)])
      expect(one.key.id).toBe(two.key.id)
      const key = await findAuditKey(installation)
      expect(key?.start).toEqual({ line: 4, seal: (await lines())[3]!.seal })
      expect((await lines())[3]).toMatchObject({ operation: 'key-audit-trail', actor_kind: 'system' })
      const report = { problem: null, lines: 4, beforeKey: { lines: 3, last: 3 }, laterPlain: null }
      expect(await verifyAuditTrail(db, key)).toMatchObject(report)
      // A changed old line is found although every program can compute its seal: the line with the key covers the old head.
      await db.updateTable('audit_lines').set({ subject: 'x' }).where('id', '=', 2).execute()
      await recomputeWithoutKey()
      expect((await verifyAuditTrail(db, key)).problem).toEqual({ kind: 'wrong line', line: 4 })
    } finally {
      await db.deleteFrom('instance_secrets').where('name', '=', 'audit key').execute()
      await db.insertInto('instance_secrets').values(known).execute()
    }
  })
})
