import { expect, it, onTestFinished } from 'vitest'
import { DemoClock } from './demo-clock.ts'
import { openDemoFleet } from './open-demo-fleet.ts'
import { saveFleet } from './saved-fleet.ts'

const folder = { path: '/demo', saved: undefined, leave: async () => {} }

it('starts the sites again at the same ports, and says so when a demo with them is still running', async () => {
  const clock = new DemoClock()
  const first = await openDemoFleet(folder, 5, clock)
  const again = { ...folder, saved: saveFleet(first) }
  let left = false
  const leave = async () => {
    left = true
  }
  await expect(openDemoFleet({ ...again, leave }, 5, clock)).rejects.toThrow(
    'The demo in /demo is already running, or another program uses the port of one of its sites. Stop it',
  )
  expect(left).toBe(true)
  await first.close()
  const second = await openDemoFleet(again, 5, clock)
  onTestFinished(() => second.close())
  expect(second.ports).toEqual(first.ports)
  const { ok } = await fetch(second.sites[0]!.url)
  expect(ok).toBe(true)
})
