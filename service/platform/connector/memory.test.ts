import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startAttackers } from './testing/attackers.ts'
import { openFleet } from './testing/fleet.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const megabyte = 1024 * 1024

function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What is left when everything that can go is gone; sockets need some rounds of the event loop for that. */
async function usedAtRest(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    least = Math.min(least, used())
  }
  return least
}

it('takes the same memory however much sites send', async () => {
  const world = await openFleet({ sites: 1, settings: { deadlines: { sync: 3_000 } } })
  const attackers = await startAttackers(world.keyPair, [
    { name: 'endless-body' },
    { name: 'endless-headers' },
    { name: 'gzip-bomb' },
    { name: 'million-plugins' },
    { name: 'huge-reply' },
    { name: 'deep-json' },
    { name: 'event-flood' },
  ])
  let peak = 0
  const attackAll = () =>
    Promise.allSettled(
      attackers.sites.map(async (site) => {
        const reading = world.connector.readSite(site, { parts: ['plugins', 'changes'] }, { skipQueue: true })
        await reading.finally(() => {
          // What is held while the others go on, not what merely waits to be collected.
          collectGarbage()
          peak = Math.max(peak, used())
        })
      }),
    )
  await attackAll()
  const before = await usedAtRest()
  for (let round = 0; round < 2; round++) await attackAll()
  expect((await usedAtRest()) - before).toBeLessThan(8 * megabyte)
  // Seven answers at once, each up to its cap of 6 MB, and what reading them takes.
  expect(peak - before).toBeLessThan(200 * megabyte)
  attackers.stop()
  await world.close()
})
