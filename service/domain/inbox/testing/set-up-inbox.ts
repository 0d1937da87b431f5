import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedMarkedFleet } from '../../../testing/seed-marked-fleet.ts'
import type { TestService } from '../../../testing/test-service.ts'

interface InboxFixture extends Callers {
  service: TestService
  people: People
}

/** The marked fleet with items of every kind: sites 1, 3 and 5 are down, an update failed on 1 and 2, sites 4 and 5 are disconnected. */
export function setUpInbox(): InboxFixture {
  // The hooks fill it before any test runs.
  const fixture = setUpService() as InboxFixture
  Object.assign(fixture, callers(fixture))
  beforeEach(async () => {
    const { db, clock } = fixture.service
    const now = clock.now()
    const at = sql`${now}::timestamptz`
    await seedMarkedFleet(db, now)
    for (const query of [
      sql`insert into update_history (site_id, begun_at, ended_at, run, type, slug, name, from_version, to_version, user_name,
          site_url, site_name, result, message)
        select n, ${at}, ${at}, gen_random_uuid(), 'plugin', 'common/common.php', 'Common', '1.0', '1.0', 'ada', '', '', 'failed',
          'The disk of site-' || n || '-mark is full.' from generate_series(1, 2) as n`,
      sql`update sites set connection = 'disconnected', disconnected_reason = 'Refused by ' || name where id in (4, 5)`,
      sql`update costs set last_renewal = (${at} - interval '1 month' + interval '3 days')::date`,
      sql`insert into rollouts (name, status, pause_code, pause_reason, actor, user_id, user_name, created_at, starts_at)
        values ('Shops', 'paused', 'budget', 'Three sites failed.', '{}', ${fixture.people.manager.id}, 'mary', ${at}, ${at})`,
    ])
      await query.execute(db)
  })
  return fixture
}
