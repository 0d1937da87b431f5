import { expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { createLog } from '../log.ts'
import { startWorkLoop } from './work-loop.ts'

function loopOf(run: () => Promise<unknown>) {
  const clock = new FakeClock()
  const options = { intervalMs: 1_000, failure: 'it failed', run }
  return { clock, loop: startWorkLoop({ clock, log: createLog('silent') }, options) }
}

it('runs one at a time, and once more for requests during a run', async () => {
  let [runs, atOnce] = [0, 0]
  let { promise, resolve } = Promise.withResolvers<void>()
  const { clock, loop } = loopOf(async () => {
    runs++
    expect(++atOnce).toBe(1)
    await promise
    atOnce--
  })
  clock.advance(1_000)
  loop.runSoon()
  loop.runSoon()
  expect(runs).toBe(1)
  const first = resolve
  ;({ promise, resolve } = Promise.withResolvers<void>())
  first()
  await expect.poll(() => runs).toBe(2)
  resolve()
  await loop.stop()
  clock.advance(10_000)
  loop.runSoon()
  expect(runs).toBe(2)
})

it('continues after a failure', async () => {
  let runs = 0
  const { clock } = loopOf(async () => {
    runs++
    throw new Error('once')
  })
  clock.advance(1_000)
  await expect.poll(() => clock.waiting).toBe(1)
  clock.advance(1_000)
  expect(runs).toBe(2)
})
