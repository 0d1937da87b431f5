import { expect, it } from 'vitest'
import { setUpInbox } from '../testing/set-up-inbox.ts'

const fixture = setUpInbox()
type Item = {
  kind: string
  title: string
  button: { operation: string | null; path: string | null }
  at: string | null
}
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /inbox${query}`, undefined, headers)).body as {
    data: Item[]
    total: number
    kinds: { kind: string; total: number }[]
    counts: Record<string, number>
  }
const totals = ({ kinds }: { kinds: { kind: string; total: number }[] }) =>
  kinds.map(({ kind, total }) => [kind, total])

it('lists the items of every source by urgency, each with a sentence and a button', async () => {
  const body = await list('?per_page=100')
  expect(totals(body)).toEqual([
    ['site-down', 3],
    ['vulnerability', 4],
    ['update-failed', 2],
    ['rollout-paused', 1],
    ['site-disconnected', 2],
    ['certificate', 5],
    ['domain', 5],
    ['renewal', 5],
  ])
  expect(body.total).toBe(27)
  expect(body.data).toHaveLength(27)
  const first = (kind: string) => body.data.find((item) => item.kind === kind)!
  expect(first('site-down')).toMatchObject({
    title: 'site-5-mark is down',
    detail: 'site-5-mark Acknowledged by ada.',
    button: { label: 'Check now', operation: 'check-monitor', input: { site_id_or_domain: 5 } },
  })
  expect(first('vulnerability').title).toBe('Common is vulnerable on 5 sites')
  expect(first('update-failed')).toMatchObject({
    title: '1 update failed on site-2-mark',
    detail: 'Common: The disk of site-2-mark is full.',
    button: { path: '/updates/site/2' },
  })
  expect(first('rollout-paused').title).toBe('The rollout Shops is paused')
  expect(first('certificate').title).toBe('The certificate of site-1-mark expires in 5 days')
  expect(first('domain').title).toMatch(/^The domain site-1-mark.example expires in 5 days$/)
  // Due until the end of that day: the dashboard shows whole days, so that both say the same.
  expect(first('renewal')).toMatchObject({
    title: 'Cost of site-1-mark is due in 3 days',
    at: '2026-11-18T23:59:59Z',
  })
  const second = await list('?per_page=20&page=2')
  expect([...(await list('?per_page=20')).data, ...second.data]).toEqual(body.data)
  expect((await list('?kind=renewal&per_page=2')).total).toBe(5)
})

it('lists to limited callers only what concerns their sites, and no rollout of others', async () => {
  // The key is limited to site 1 and tag 2, which site 5 has, too.
  const body = await list('?per_page=100', fixture.people.keys.limited.headers)
  expect(totals(body)).toEqual([
    ['site-down', 2],
    ['vulnerability', 3],
    ['update-failed', 1],
    ['site-disconnected', 1],
    ['certificate', 2],
    ['domain', 2],
    ['renewal', 2],
  ])
  const marks = new Set(JSON.stringify(body.data).match(/site-\d-mark/g))
  expect([...marks].sort()).toEqual(['site-1-mark', 'site-5-mark'])
  expect(body.data.find(({ kind }) => kind === 'vulnerability')?.title).toBe('Common is vulnerable on 2 sites')
})

it('leaves out what is solved, resolved by a person, suspended or of a module that is off', async () => {
  const { db, app } = fixture.service
  await app.run('resolve-incident', { incident_id: 1 })
  await db.updateTable('monitor_incidents').set({ ended_at: new Date() }).where('site_id', '=', 3).execute()
  await db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', 'in', [2, 5]).execute()
  await app.run('switch-module', { name: 'cost-tracker', active: false })
  const body = await list('?per_page=100')
  const found = Object.fromEntries(totals(body))
  expect(found).toMatchObject({ 'update-failed': 1, certificate: 3, domain: 3 })
  expect([found['site-down'], found.renewal]).toEqual([undefined, undefined])
})

it('leaves out failed updates of sites that were removed', async () => {
  const { db } = fixture.service
  const history = db.updateTable('update_history').set({ error_code: 'svc_update_rolled_back' })
  await history.where('result', '=', 'failed').execute()
  const before = Object.fromEntries(totals(await list('?per_page=100')))
  await db.deleteFrom('sites').where('id', '=', 2).execute()
  const after = Object.fromEntries(totals(await list('?per_page=100')))
  expect([before['update-failed'], after['update-failed']]).toEqual([2, 1])
})

it('returns 400 for an unknown list and an empty one for an unknown kind', async () => {
  expect((await fixture.rest('GET /inbox?list=all')).status).toBe(400)
  expect((await list('?kind=weather')).total).toBe(0)
})
