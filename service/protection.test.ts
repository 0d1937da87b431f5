import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { RawConnection } from './surfaces/testing/raw-connection.ts'
import { setUpService, signInAs } from './testing/people.ts'
import { seedSites } from './testing/seed-sites.ts'

const readings = { memoryBytes: 0, eventLoopDelayMs: 0 }
const load = { memoryBytes: 1_000, eventLoopDelayMs: 200 }
const fixture = setUpService({ protection: { readings: () => readings, load } })
beforeEach(() => Object.assign(readings, { memoryBytes: 0, eventLoopDelayMs: 0 }))

const get = (url: string, headers: Record<string, string> = {}) => fixture.service.request({ url, headers })
const attemptSignIn = () =>
  fixture.service.request({
    method: 'POST',
    url: '/api/v2/access/sessions',
    payload: { login: 'ada', password: 'wrong' },
  })

function overload(over: Partial<typeof readings>) {
  Object.assign(readings, { memoryBytes: 0, eventLoopDelayMs: 0, ...over })
  fixture.service.clock.advance(1_000)
}

it.each([{ memoryBytes: 900 }, { eventLoopDelayMs: 300 }])(
  'overloaded with %o, refuses sign-ins, and /readyz is 503',
  async (over) => {
    overload(over)
    const shed = await attemptSignIn()
    expect([shed.status, shed.body.code, shed.headers['retry-after']]).toEqual([503, 'svc_overloaded', '5'])
    expect((await get('/healthz')).status).toBe(200)
    const ready = await get('/readyz')
    expect([ready.status, ready.body.parts.load]).toEqual([503, 'failing'])
    const metrics = await get('/metrics', fixture.people.administrator.headers)
    expect(metrics.text).toMatch(/^flotilla_shed_total\{reason="anonymous"\} [1-9]/m)
  },
)

it('answers health checks and signed-in people while keys of three users hold all connections', async () => {
  const { administrator, manager, viewer } = fixture.people
  const { cookie } = await signInAs(fixture.service, administrator)
  const { server } = await fixture.service.openAnother({ protection: { traffic: { connections: 21 } } })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const held: RawConnection[] = []
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    held.push(await RawConnection.open(server))
    return (await held.at(-1)!.send(`GET ${path}`, headers).head()).status
  }
  for (const { headers } of [administrator, manager, viewer])
    for (let number = 0; number < 7; number++) expect(await ask('/api/v2/tags', headers)).toBe(200)
  for (let number = 0; number < 5; number++) {
    expect(await ask('/healthz')).toBe(200)
    expect(await ask('/api/v2/sites', { cookie })).toBe(200)
  }
  for (const { socket } of held) socket.destroy()
})

it('refuses exports and reports while overloaded', async () => {
  const { headers } = fixture.people.viewer
  overload({ eventLoopDelayMs: 300 })
  const shed = await get('/api/v2/clients/export', headers)
  expect([shed.status, shed.body.code, shed.headers['retry-after']]).toEqual([503, 'svc_overloaded', '5'])
  overload({})
  expect((await get('/api/v2/clients/export', headers)).status).toBe(200)
})

/** Sends the requests while the table is locked, and frees it once so many of them are answered. */
async function whileLocked(table: string, requests: (() => Promise<{ status: number }>)[], answeredFirst: number) {
  const locker = new Client({ connectionString: fixture.service.connectionString })
  await locker.connect()
  await locker.query(`begin; lock table ${table} in access exclusive mode`)
  const answered: number[] = []
  const all = requests.map(async (send) => void answered.push((await send()).status))
  while (answered.length < answeredFirst) await setImmediate()
  const first = [...answered]
  await locker.end()
  await Promise.all(all)
  return { first, later: answered.slice(first.length) }
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

it('runs four exports of one caller at once and refuses the fifth; another caller is served', async () => {
  const exported = (headers: Record<string, string>) => get('/api/v2/clients/export', headers)
  const own = () => exported(fixture.people.viewer.headers)
  const other = () => exported(fixture.people.manager.headers)
  expect(await whileLocked('clients', [...times(5, own), other], 1)).toEqual({ first: [429], later: times(5, 200) })
  expect((await own()).status).toBe(200)
})

it('runs four documents of one caller at once, of a part of a report as well; rows as JSON are not limited', async () => {
  await seedSites(fixture.service.db, 1)
  const dates = 'start_date=2026-11-01&end_date=2026-11-10'
  const exportAs = (format: string) => () =>
    get(`/api/v2/pro-reports/1/plugins?${dates}&format=${format}`, fixture.people.viewer.headers)
  const documents = await whileLocked('site_changes', times(6, exportAs('csv')), 2)
  expect(documents).toEqual({ first: [429, 429], later: times(4, 200) })
  expect(await whileLocked('site_changes', times(6, exportAs('json')), 0)).toEqual({ first: [], later: times(6, 200) })
})

it('serves people who work while overloaded', async () => {
  const { cookie } = await signInAs(fixture.service, fixture.people.administrator)
  overload({ memoryBytes: 900 })
  expect((await get('/api/v2/sites', { cookie })).status).toBe(200)
  expect((await get('/api/v2/sites', fixture.people.viewer.headers)).status).toBe(200)
  overload({})
  expect((await attemptSignIn()).status).toBe(401)
  expect((await get('/readyz')).status).toBe(200)
})
