import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { setUpMonitors } from './testing/set-up-monitors.ts'

/** The clock of the sites: they answer when the test advances it. */
const time = new FakeClock()
// Enough for two processes to both have some.
const fixture = setUpMonitors(48, { clock: time, baseAddress: '127.81.2.1', payload: 4_000 })

const limit = async (max: number) => {
  await fixture.service.app.run('update-advanced-settings', { svc_maximum_uptime_monitoring_requests: max })
  await fixture.settings.refresh()
}
/** A process with free capacity notices it at its next run. */
const eventually = (read: () => number) =>
  expect.poll(
    async () => {
      await fixture.passWithoutWaiting(1)
      return read()
    },
    { interval: 5 },
  )
const delayAnswers = () => {
  for (const site of fixture.fleet.sites) site.frontPage.delay = 3_000
}
async function finishAnswers(): Promise<void> {
  for (const site of fixture.fleet.sites) site.frontPage.delay = 0
  while (fixture.fleet.traffic.now > 0) {
    time.advance(10_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('svc_maximum_uptime_monitoring_requests', () => {
  beforeEach(() => fixture.set({ timeout: '60s' }))

  it('limits concurrent checks, and a change applies at once', async () => {
    await limit(3)
    delayAnswers()
    await fixture.watch()
    await fixture.passWithoutWaiting(60)
    await eventually(() => fixture.fleet.traffic.now).toBe(3)
    await limit(8)
    await eventually(() => fixture.fleet.traffic.now).toBe(8)
    expect(fixture.fleet.traffic.peak).toBe(8)
    await finishAnswers()
  })

  it('is divided among the processes', async () => {
    await limit(4)
    await fixture.watch('one')
    await fixture.watch('two')
    await fixture.pass(20)
    delayAnswers()
    await eventually(() => fixture.fleet.traffic.now).toBe(4)
    for (let second = 0; second < 60; second++) {
      await fixture.passWithoutWaiting(1)
      expect(fixture.fleet.traffic.now).toBeLessThanOrEqual(4)
    }
    // On a busy machine a process can lose its lease, end its checks and start them again.
    await eventually(() => fixture.fleet.traffic.now).toBe(4)
    await finishAnswers()
  })
})
