import { expect, it } from 'vitest'
import { Yielder } from './yield-to-event-loop.ts'

it('lets other work run during a long loop', async () => {
  let othersRan = false
  setImmediate(() => {
    othersRan = true
  })
  const yielder = new Yielder()
  const giveUp = performance.now() + 2_000
  while (!othersRan && performance.now() < giveUp) await yielder.next()
  expect(othersRan).toBe(true)
})
