import { expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const titles = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /maintenance${query}`, undefined, headers)).body.data.map(
    ({ title }: { title: string }) => title,
  )

it('lists windows that are not over, or those that are', async () => {
  await fixture.add({ title: 'Once' })
  await fixture.add({ title: 'Weekly', ends_at: undefined, weekdays: [1], start_time: '03:00', duration_minutes: 30 })
  const short = { weekdays: [1], start_time: '03:00', duration_minutes: 30, last_day: '2026-11-16' }
  await fixture.add({ title: 'Until Monday', ends_at: undefined, ...short })
  expect(await titles()).toEqual(['Weekly', 'Until Monday', 'Once'])
  fixture.service.clock.advance(5 * 86_400_000)
  expect([await titles(), await titles('?ended=true')]).toEqual([['Weekly'], ['Until Monday', 'Once']])
})

it('shows a caller with limits the windows of the fleet and of visible sites, tags and clients', async () => {
  await fixture.add({ title: 'Fleet' })
  for (const site_id of [1, 3]) await fixture.add({ title: `Site ${site_id}`, site_id })
  for (const client_id of [1, 2]) await fixture.add({ title: `Client ${client_id}`, client_id })
  await fixture.add({ title: 'Tag 2', tag_id: 2 })
  expect(await titles('', fixture.people.keys.limited.headers)).toEqual(['Fleet', 'Site 1', 'Client 1', 'Tag 2'])
  expect(await titles('', fixture.people.viewer.headers)).toHaveLength(6)
})
