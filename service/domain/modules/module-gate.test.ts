import { expect, it } from 'vitest'
import { openNotices } from '../../platform/database/notices.ts'
import { createLog } from '../../platform/log.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { startTestService } from '../../testing/test-service.ts'
import { openModuleGate } from './module-gate.ts'

it('applies a change of another process', async () => {
  const service = await startTestService()
  const notices = await openNotices(
    { connectionString: service.connectionString },
    new FakeClock(),
    createLog('silent'),
  )
  try {
    const gate = await openModuleGate(service.db, notices)
    expect(gate.isActive('logs')).toBe(true)
    await service.app.run('switch-module', { name: 'logs', active: false })
    await expect.poll(() => gate.isActive('logs')).toBe(false)
  } finally {
    await notices.close()
    await service.close()
  }
})
