import { afterEach, expect, it } from 'vitest'
import { openNotices } from '../../platform/database/notices.ts'
import { createLog } from '../../platform/log.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { openSettings, type SettingsCache } from './settings-cache.ts'

let house: House
let close: () => Promise<void>
afterEach(async () => {
  await close()
  await house.close()
})

/** As another process has it. */
async function openElsewhere(): Promise<SettingsCache> {
  house = await openHouse()
  const notices = await openNotices({ connectionString: house.connectionString }, new FakeClock(), createLog('silent'))
  close = notices.close
  return openSettings(house.db, notices)
}
const set = (values: object) => house.app.run('update-advanced-settings', values)

it('hears of a change that another process made', async () => {
  const settings = await openElsewhere()
  expect(settings.get('advanced').svc_maximum_requests).toBe(50)
  await set({ svc_maximum_requests: 9 })
  await expect.poll(() => settings.get('advanced').svc_maximum_requests).toBe(9)
  await set({ svc_maximum_requests: null })
  await expect.poll(() => settings.get('advanced').svc_maximum_requests).toBe(50)
})

it('tells whoever wants to know, and hands out the same object while nothing is new', async () => {
  const settings = await openElsewhere()
  const [advanced, general] = [settings.get('advanced'), settings.get('general')]
  let changes = 0
  settings.onChange(() => changes++)
  await settings.refresh()
  expect([changes, settings.get('advanced') === advanced]).toEqual([0, true])
  await set({ svc_maximum_requests: 9 })
  await expect.poll(() => changes).toBe(1)
  expect(settings.get('advanced')).not.toBe(advanced)
  expect(settings.get('general')).toBe(general)
})

it('what is handed out cannot be changed', async () => {
  const settings = await openElsewhere()
  expect(() => Object.assign(settings.get('advanced'), { svc_maximum_requests: 1 })).toThrow(TypeError)
})

it('a stored value that is none any more, and a key that nobody knows, are passed over', async () => {
  const settings = await openElsewhere()
  await house.db
    .insertInto('settings')
    .values([
      { group_name: 'advanced', key: 'svc_maximum_requests', value: '"lots"', changed_at: house.clock.now() },
      { group_name: 'advanced', key: 'svc_gone', value: '1', changed_at: house.clock.now() },
      { group_name: 'advanced', key: 'svc_minimum_delay', value: '70', changed_at: house.clock.now() },
    ])
    .execute()
  await settings.refresh()
  const advanced = settings.get('advanced')
  expect([advanced.svc_maximum_requests, advanced.svc_minimum_delay]).toEqual([50, 70])
  expect(advanced).not.toHaveProperty('svc_gone')
})
