import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'

export interface MaintenanceFixture extends Callers {
  service: TestService
  people: People
  /** Adds a window of the next hour, for all sites unless the fields say otherwise. */
  add(fields?: object, headers?: Record<string, string>): Promise<Answer>
  /** The time that many minutes from now, as text. */
  inMinutes(minutes: number): string
}

/** The clock is at 2026-11-15T09:00:00Z, a Sunday. */
export function setUpMaintenance(): MaintenanceFixture {
  // The hooks fill it before any test runs.
  const fixture = setUpService() as MaintenanceFixture
  Object.assign(fixture, callers(fixture))
  fixture.inMinutes = (minutes) => new Date(fixture.service.clock.now().getTime() + minutes * 60_000).toISOString()
  fixture.add = (fields = {}, headers) => {
    const isScoped = ['site_id', 'tag_id', 'client_id', 'all_sites'].some((name) => name in fields)
    const usual = {
      title: 'Move to a new server',
      ends_at: fixture.inMinutes(60),
      ...(!isScoped && { all_sites: true }),
    }
    return fixture.rest('POST /maintenance/add', { ...usual, ...fields }, headers)
  }
  beforeEach(() => seedFleet(fixture.service.db))
  return fixture
}
