import { expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { Checks } from './checks.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'
import type { Recorded } from './record-beats.ts'
import { setUpMonitors } from './testing/set-up-monitors.ts'
import type { Watched } from './watch-list.ts'
import { findWatched } from './watch-store.ts'

const fixture = setUpMonitors(3)

async function watched(siteId: number): Promise<Watched> {
  const row = (await findWatched(fixture.service.db, siteId))!
  const settings = effectiveSettings(ownSettings(row), globalSettings(fixture.settings))
  return { row, settings, due: null, busy: true, since: fixture.service.clock.now().getTime() }
}

it('stores two checks of the same site, because its share may be lost and regained between them', async () => {
  const { service, outbound } = fixture
  const done: [Watched, Recorded | 'gone' | undefined][] = []
  const { db, clock, secrets } = service
  const checks = new Checks({
    db,
    clock,
    secrets,
    outbound,
    log: createLog('silent'),
    done: (...outcome) => void done.push(outcome),
  })
  const watchedSites = await Promise.all([1, 2, 1, 3].map(watched))
  for (const each of watchedSites) checks.start(each, new AbortController().signal)
  await checks.settled()
  expect(new Set(done.map(([each]) => each))).toEqual(new Set(watchedSites))
  for (const [, recorded] of done) expect(recorded).toMatchObject({ status: 'up' })
  const { rows } = await db.pool.query('select site_id, up from monitor_hours order by site_id')
  expect(rows).toEqual([
    { site_id: 1, up: 2 },
    { site_id: 2, up: 1 },
    { site_id: 3, up: 1 },
  ])
})
