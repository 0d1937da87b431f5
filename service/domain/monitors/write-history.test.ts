import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import type { Beat } from './beat.ts'
import { writeHistory } from './write-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 1)
})

it('gives a site the written history', async () => {
  const now = fixture.service.clock.now().getTime()
  const fiveMinutes = 300_000
  const beats = Array.from({ length: 10 * 288 }, (_, index): Beat => {
    const status = index < 12 ? 'down' : 'up'
    const phases = { dnsMs: 1, connectMs: 10, tlsMs: 20, firstByteMs: 30 }
    const at = new Date(now - (10 * 288 - index) * fiveMinutes)
    return { at, status, code: 200, ms: 100, ...phases, statusChanged: false, message: '' }
  })
  const [startedAt, endedAt] = [beats[0]!.at, beats[12]!.at]
  const incident = { startedAt, endedAt, cause: 'The site answered 503.', downCount: 12 }
  await writeHistory(fixture.service.db, 1, beats, [incident])
  await fixture.service.app.run('roll-up-heartbeats', {})
  expect((await rest('GET /monitors/1')).body.data).toMatchObject({
    uptime_ratio_24h: 100,
    uptime_ratio_30d: 99.583,
    incidents_count_7d: 0,
    incidents_count_30d: 1,
    response_time_avg_ms: 100,
  })
  expect((await rest('GET /monitors/1/heartbeat?limit=1')).body.total).toBe(2880)
  expect((await rest('GET /monitors/1/incidents')).body.data).toMatchObject([{ duration_sec: 3600, resolved: true }])
})
