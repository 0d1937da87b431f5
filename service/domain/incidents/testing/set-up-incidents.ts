import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { insertChanges } from '../../activity/index.ts'

export interface IncidentFixture extends Callers {
  service: TestService
  people: People
  /** Records a change of site 1, this many minutes before its incident. */
  seedChange(
    minutesBefore: number,
    change: { item: string; action?: string; user?: string; description?: string },
  ): Promise<void>
}

/** Site 1 has been down for 30 minutes (incident 1), site 3 was down yesterday (incident 2). */
export function setUpIncidents(): IncidentFixture {
  // The hooks fill it before any test runs.
  const fixture = setUpService() as IncidentFixture
  Object.assign(fixture, callers(fixture))
  const ago = (minutes: number) => new Date(fixture.service.clock.now().getTime() - minutes * 60_000)
  fixture.seedChange = async (minutesBefore, { item, action = 'updated', user = 'ada', description }) => {
    const change = {
      siteId: 1,
      source: 'flotilla' as const,
      key: `test ${item} ${minutesBefore}`,
      at: ago(30 + minutesBefore),
      type: 'plugin',
      action,
      item,
      description: description ?? `${item} updated from 1.0 to 1.1`,
      user,
    }
    await insertChanges(fixture.service.db, [change])
  }
  beforeEach(async () => {
    const { db } = fixture.service
    await seedFleet(db)
    const incident = { cause_code: 'status', cause: 'The site answered 500; expected 200-206.', down_count: 3 }
    await db
      .insertInto('monitor_incidents')
      .values([
        { site_id: 1, started_at: ago(30), ended_at: null, ended_by: null, ...incident },
        { site_id: 3, started_at: ago(1500), ended_at: ago(1440), ended_by: 'up' as const, ...incident },
      ])
      .execute()
    await db
      .updateTable('monitors')
      .set({ address: '203.0.113.7', counted_at: ago(0) })
      .execute()
  })
  return fixture
}
