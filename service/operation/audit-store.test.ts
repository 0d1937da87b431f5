import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type House, openHouse } from '../testing/house.ts'
import { systemActor } from './actor.ts'
import { createAuditTrail, findBrokenAuditLine } from './audit-store.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
beforeEach(() => house.reset())
afterAll(() => house.close())

const record = (subject: string) =>
  createAuditTrail(house.db, house.clock).record({
    actor: systemActor('ada'),
    requestId: 'r1',
    operation: 'paint-boat',
    subject,
    outcome: 'ok',
  })

it('keeps an unbroken chain, also when many write at once', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, index) => record(`boat ${index}`)))
  expect(await house.db.selectFrom('audit_lines').select('subject').execute()).toHaveLength(25)
  expect(await findBrokenAuditLine(house.db, 10)).toBeNull()
})

it('shows where a line was altered', async () => {
  for (const subject of ['a', 'b', 'c']) await record(subject)
  await house.db.updateTable('audit_lines').set({ subject: 'nothing to see here' }).where('id', '=', 2).execute()
  expect(await findBrokenAuditLine(house.db)).toBe(2)
})

it('shows where a line was taken out, at the end too', async () => {
  for (const subject of ['a', 'b', 'c']) await record(subject)
  await house.db.deleteFrom('audit_lines').where('id', '=', 2).execute()
  expect(await findBrokenAuditLine(house.db)).toBe(3)
  await house.db.deleteFrom('audit_lines').where('id', '=', 3).execute()
  expect(await findBrokenAuditLine(house.db)).not.toBeNull()
})
