import { afterEach, expect, it } from 'vitest'
import { openNotices } from '../../platform/database/notices.ts'
import { createLog } from '../../platform/log.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openSettings, type SettingsCache } from './settings-cache.ts'

let service: TestService
let close: () => Promise<void>
afterEach(async () => {
  await close()
  await service.close()
})

/** The cache of another process. */
async function openElsewhere(): Promise<SettingsCache> {
  service = await startTestService()
  const notices = await openNotices(
    { connectionString: service.connectionString },
    new FakeClock(),
    createLog('silent'),
  )
  close = notices.close
  return openSettings(service.db, notices)
}
const set = (values: object) => service.app.run('update-advanced-settings', values)

it('applies a change of another process', async () => {
  const settings = await openElsewhere()
  expect(settings.get('advanced').svc_maximum_requests).toBe(50)
  await set({ svc_maximum_requests: 9 })
  await expect.poll(() => settings.get('advanced').svc_maximum_requests).toBe(9)
  await set({ svc_maximum_requests: null })
  await expect.poll(() => settings.get('advanced').svc_maximum_requests).toBe(50)
})

it('calls listeners after a change and returns the same object while nothing changes', async () => {
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

it('returns frozen values', async () => {
  const settings = await openElsewhere()
  expect(() => Object.assign(settings.get('advanced'), { svc_maximum_requests: 1 })).toThrow(TypeError)
})

it('ignores invalid stored values and unknown keys', async () => {
  const settings = await openElsewhere()
  await service.db
    .insertInto('settings')
    .values([
      { group_name: 'advanced', key: 'svc_maximum_requests', value: '"lots"', changed_at: service.clock.now() },
      { group_name: 'advanced', key: 'svc_gone', value: '1', changed_at: service.clock.now() },
      { group_name: 'advanced', key: 'svc_minimum_delay', value: '70', changed_at: service.clock.now() },
    ])
    .execute()
  await settings.refresh()
  const advanced = settings.get('advanced')
  expect([advanced.svc_maximum_requests, advanced.svc_minimum_delay]).toEqual([50, 70])
  expect(advanced).not.toHaveProperty('svc_gone')
})
