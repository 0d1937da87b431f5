import { expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const list = async (query: string, headers?: Record<string, string>) => {
  const { body } = await fixture.rest(`GET /maintenance/periods?${query}`, undefined, headers)
  return body.data.map(({ title }: { title: string }) => title)
}

it('lists what takes place now, later and what is over', async () => {
  await fixture.add({ title: 'Now' })
  await fixture.add({ title: 'Later', starts_at: fixture.inMinutes(30), ends_at: fixture.inMinutes(90) })
  expect([await list('when=current'), await list('when=upcoming'), await list('when=past')]).toEqual([
    ['Now'],
    ['Later'],
    [],
  ])
  fixture.service.clock.advance(70 * 60_000)
  expect([await list('when=current'), await list('when=upcoming'), await list('when=past')]).toEqual([
    ['Later'],
    [],
    ['Now'],
  ])
})

it('lists the periods that cover one site', async () => {
  await fixture.add({ title: 'Fleet' })
  await fixture.add({ title: 'Boats', tag_id: 1 })
  await fixture.add({ title: 'Shipyard', client_id: 2 })
  await fixture.add({ title: 'Site 1', site_id: 1 })
  expect(await list('site_id=1')).toEqual(['Fleet', 'Boats', 'Site 1'])
  expect(await list('site_id=3')).toEqual(['Fleet', 'Boats', 'Shipyard'])
})

it('hides periods of other sites from a caller with limits', async () => {
  const { headers } = fixture.people.keys.limited
  await fixture.add({ title: 'Site 3', site_id: 3 })
  await fixture.add({ title: 'Site 4', site_id: 4 })
  expect(await list('when=current', headers)).toEqual(['Site 4'])
  expect((await fixture.rest('GET /maintenance/periods?site_id=3', undefined, headers)).status).toBe(404)
})

it('is announced a day before with the overview and with the site, within the limits of the caller', async () => {
  const { limited } = fixture.people.keys
  await fixture.add({ title: 'Later', site_id: 1, starts_at: fixture.inMinutes(60), ends_at: fixture.inMinutes(90) })
  await fixture.add({ title: 'Next week', starts_at: fixture.inMinutes(9_000), ends_at: fixture.inMinutes(9_060) })
  await fixture.add({ title: 'Other', site_id: 3 })
  const overview = async (headers?: Record<string, string>) =>
    (await fixture.rest('GET /overview', undefined, headers)).body.data.maintenance
  expect(await overview()).toMatchObject({ total: 2, items: [{ title: 'Other' }, { title: 'Later' }] })
  expect(await overview(limited.headers)).toMatchObject({ total: 1, items: [{ title: 'Later' }] })
  const site = async (id: number) => (await fixture.rest(`GET /sites/${id}?include_maintenance=true`)).body.data
  expect((await site(1)).maintenance).toMatchObject({ title: 'Later', starts_at: '2026-11-15T10:00:00Z' })
  expect((await site(4)).maintenance).toBeNull()
  expect((await fixture.rest('GET /sites/1')).body.data).not.toHaveProperty('maintenance')
})
