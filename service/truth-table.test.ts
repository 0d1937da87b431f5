import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTypeOf, notificationKinds } from './domain/notifications/notification.ts'
import { mailTypes } from './domain/settings/index.ts'
import { fleetStates } from './testing/fleet-states.ts'
import { removeSchedules } from './testing/remove-schedules.ts'
import { startTestService, type TestService } from './testing/test-service.ts'
import { places } from './testing/truth/places.ts'
import { setUpFleet } from './testing/truth/set-up-fleet.ts'
import { summingOperations } from './testing/truth/summing-operations.ts'
import {
  furtherTables,
  mailsWithoutSummary,
  operationsWithoutSummary,
  serviceTruthTable,
} from './testing/truth/table.ts'

/** Nothing happens by itself, so that a state stays as it was made. */
const stillClock = {
  now: () => new Date('2026-11-15T09:00:00Z'),
  after: () => () => {},
  // Tests advance the fake clock; this one stands still.
} as unknown as TestService['clock']

describe('mails, reports and answers about a fleet', () => {
  let service: TestService
  beforeAll(async () => {
    service = { ...(await startTestService({ works: true, clock: stillClock })), clock: stillClock }
    await removeSchedules(service)
  })
  afterAll(() => service.close())

  it.each(fleetStates)(
    'are true: %s',
    async (state) => {
      const fixture = await setUpFleet(service, state)
      const seen: Record<string, string> = {}
      for (const [name, read] of Object.entries(places)) seen[name] = await read(fixture)
      await fixture.close()
      const expected = Object.entries(serviceTruthTable).map(([name, row]) => [name, row[state]])
      expect(seen).toEqual(Object.fromEntries(expected))
    },
    300_000,
  )
})

const operationsOfTable = new Set(Object.keys(places).map((name) => name.split(':')[0]))

it('every operation that sums something up is in the table, or has a reason why not', () => {
  const summing = summingOperations()
  const isKnown = (name: string) => operationsOfTable.has(name) || name in operationsWithoutSummary
  expect(summing.filter((name) => !isKnown(name))).toEqual([])
  const unneeded = Object.keys(operationsWithoutSummary)
  expect(unneeded.filter((name) => !summing.includes(name) || operationsOfTable.has(name))).toEqual([])
})

it('every kind of mail is in the table, or has a reason why not', () => {
  const sent = new Set<string>(notificationKinds.map((kind) => mailTypeOf[kind]))
  const missing = mailTypes.filter((type) => !sent.has(type) && !operationsOfTable.has(`mail ${type}`))
  expect(missing).toEqual(Object.keys(mailsWithoutSummary))
  expect(notificationKinds.filter((kind) => !operationsOfTable.has(`mail ${kind}`))).toEqual([])
})

it('documents with a table of their own are in this table, too', () => {
  for (const [name, path] of Object.entries(furtherTables)) {
    expect(operationsOfTable).toContain(name)
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true)
  }
})
