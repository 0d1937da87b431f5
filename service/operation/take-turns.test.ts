import { expect, it } from 'vitest'
import { Turns } from './take-turns.ts'

it('lets other work through during a long loop', async () => {
  let othersRan = false
  setImmediate(() => {
    othersRan = true
  })
  const turns = new Turns()
  const giveUp = performance.now() + 2_000
  while (!othersRan && performance.now() < giveUp) await turns.next()
  expect(othersRan).toBe(true)
})
