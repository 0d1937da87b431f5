import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { systemActor } from './actor.ts'
import { createAuditTrail, findBrokenAuditLine } from './audit-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const record = (subject: string) =>
  createAuditTrail(service.db, service.clock).record({
    actor: systemActor('ada'),
    requestId: 'r1',
    operation: 'paint-boat',
    subject,
    outcome: 'ok',
  })

it('writes an unbroken chain under concurrent writes', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, index) => record(`boat ${index}`)))
  expect(await service.db.selectFrom('audit_lines').select('subject').execute()).toHaveLength(25)
  expect(await findBrokenAuditLine(service.db, 10)).toBeNull()
})

it('finds an altered line', async () => {
  for (const subject of ['a', 'b', 'c']) await record(subject)
  await service.db.updateTable('audit_lines').set({ subject: 'nothing to see here' }).where('id', '=', 2).execute()
  expect(await findBrokenAuditLine(service.db)).toBe(2)
})

it('finds a deleted line, also at the end', async () => {
  for (const subject of ['a', 'b', 'c']) await record(subject)
  await service.db.deleteFrom('audit_lines').where('id', '=', 2).execute()
  expect(await findBrokenAuditLine(service.db)).toBe(3)
  await service.db.deleteFrom('audit_lines').where('id', '=', 3).execute()
  expect(await findBrokenAuditLine(service.db)).not.toBeNull()
})
