import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Db, queryRows } from '../platform/database/database.ts'
import { queriesOf } from '../testing/record-queries.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { systemActor } from './actor.ts'
import { verifyAuditTrail } from './audit-trail/verify-store.ts'
import type { Context } from './context.ts'
import { ServiceError } from './errors.ts'
import { type AuditMode, operation } from './operation.ts'
import { type Pipeline, runOperation } from './run-operation.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const change = (audit: AuditMode, run: (context: Context) => Promise<unknown>) =>
  operation({
    name: 'paint-boat',
    summary: 'Paint a boat.',
    effect: 'change',
    audit,
    permission: 'sites.manage',
    input: z.strictObject({}),
    output: z.object({}),
  })
    .plans(async () => ({ would_affect: [] }))
    .does(async (_input, context) => {
      await run(context)
      return {}
    })

function runChange(audit: AuditMode, run: (context: Context) => Promise<unknown>) {
  const { db, clock } = service
  const pipeline: Pipeline = {
    // The operations here use only these.
    services: { db, clock, connector: {}, log: { error: () => {} } } as unknown as Pipeline['services'],
    approvals: { require: () => Promise.reject(new Error('There are no keys that need approval here.')) },
    isModuleActive: () => true,
    audit: service.app.context.audit,
    measure: () => {},
  }
  return runOperation(pipeline, change(audit, run), {}, { actor: systemActor('ada'), requestId: 'r1' })
}

const addTag = (db: Db, name: string) =>
  db
    .insertInto('tags')
    .values({ name, color: null, created_at: service.clock.now(), updated_at: service.clock.now() })
    .execute()
const state = async () => ({
  tags: (await service.db.selectFrom('tags').select('name').orderBy('id').execute()).map(({ name }) => name),
  lines: (await service.db.selectFrom('audit_lines').select('outcome').orderBy('id').execute()).map(
    ({ outcome }) => outcome,
  ),
  open: (await service.db.selectFrom('audit_open_calls').select('id').execute()).length,
})
const countTags = sql<{ count: number }>`select count(*) as count from tags`
const refused = new ServiceError('svc_boat_not_found', 'missing', 'There is no boat.')

it('one transaction: transactions and statements of the operation are parts of it', async () => {
  let seen: unknown
  await runChange('one-transaction', async ({ db }) => {
    await db.transaction().execute((trx) => addTag(trx, 'red'))
    await addTag(db, 'blue')
    seen = await queryRows(db, countTags)
  })
  expect(seen).toEqual([{ count: 2 }])
  expect(await state()).toEqual({ tags: ['red', 'blue'], lines: ['ok'], open: 0 })
})

it('one transaction: a refusal after a write rolls everything back, and has a line', async () => {
  const call = runChange('one-transaction', async ({ db }) => {
    await db.transaction().execute((trx) => addTag(trx, 'red'))
    throw refused
  })
  await expect(call).rejects.toBe(refused)
  expect(await state()).toEqual({ tags: [], lines: ['svc_boat_not_found'], open: 0 })
})

it('one transaction: a call to a site is refused', async () => {
  const call = runChange('one-transaction', async ({ db, connector }) => {
    await addTag(db, 'red')
    await connector.probe({} as never)
  })
  await expect(call).rejects.toThrow(
    "context.connector is not available in an operation with audit: 'one-transaction'.",
  )
  expect(await state()).toEqual({ tags: [], lines: ['svc_internal_error'], open: 0 })
})

it('own transaction: the line is written with the change, and a later failure has its own', async () => {
  const own = (context: Context) =>
    context.db.transaction().execute(async (trx) => {
      await addTag(trx, 'red')
      await context.recordChange(trx)
    })
  await runChange('own-transaction', own)
  expect((await state()).lines).toEqual(['ok'])
  await service.db.deleteFrom('tags').execute()
  const call = runChange('own-transaction', async (context) => {
    await own(context)
    throw refused
  })
  await expect(call).rejects.toBe(refused)
  expect(await state()).toEqual({ tags: ['red'], lines: ['ok', 'ok', 'svc_boat_not_found'], open: 0 })
})

it('before and after: a call is open while it runs', async () => {
  let during: unknown
  await runChange('before-and-after', async () => {
    during = await state()
  })
  expect(during).toEqual({ tags: [], lines: [], open: 1 })
  expect(await state()).toEqual({ tags: [], lines: ['ok'], open: 0 })
})

it('before and after: a rate-limited call leaves nothing behind', async () => {
  const limited = new ServiceError('svc_rate_limited', 'rate-limited', 'Wait.')
  const call = runChange('before-and-after', async () => {
    throw limited
  })
  await expect(call).rejects.toBe(limited)
  expect(await state()).toEqual({ tags: [], lines: [], open: 0 })
})

it('recording costs two statements in a transaction, and one more transaction around a call to a site', async () => {
  const one = await queriesOf(() => runChange('one-transaction', ({ db }) => addTag(db, 'red')))
  expect(one.map((text) => text.trim().split(/\s/)[0])).toEqual(['begin', 'insert', 'select', 'with', 'commit'])
  const around = await queriesOf(() => runChange('before-and-after', async () => {}))
  expect(around.map((text) => text.trim().split(/\s/)[0])).toEqual(['insert', 'begin', 'select', 'with', 'commit'])
})

it('more changes at once than there are connections do not wait for each other', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `tag ${index}`)
  await Promise.all(names.map((name) => runChange('one-transaction', ({ db }) => addTag(db, name))))
  const { tags, lines } = await state()
  expect([tags.toSorted(), lines.length]).toEqual([names.toSorted(), names.length])
  expect(await verifyAuditTrail(service.db, service.app.auditKey)).toMatchObject({ problem: null, laterPlain: null })
})
