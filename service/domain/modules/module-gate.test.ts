import { expect, it } from 'vitest'
import { openNotices } from '../../platform/database/notices.ts'
import { createLog } from '../../platform/log.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { openHouse } from '../../testing/house.ts'
import { openModuleGate } from './module-gate.ts'

it('hears of a change that another process made', async () => {
  const house = await openHouse()
  const notices = await openNotices({ connectionString: house.connectionString }, new FakeClock(), createLog('silent'))
  try {
    const gate = await openModuleGate(house.db, notices)
    expect(gate.isActive('logs')).toBe(true)
    await house.app.run('switch-module', { name: 'logs', active: false })
    await expect.poll(() => gate.isActive('logs')).toBe(false)
  } finally {
    await notices.close()
    await house.close()
  }
})
