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

/** Memory after garbage collection; sockets need some iterations of the event loop for that. */
async function usedAtRest(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    least = Math.min(least, used())
  }
  return least
}

it('takes constant memory for answers of any size', async () => {
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
          // What is still referenced, not what waits for collection.
          collectGarbage()
          peak = Math.max(peak, used())
        })
      }),
    )
  await attackAll()
  const before = await usedAtRest()
  for (let round = 0; round < 2; round++) await attackAll()
  expect((await usedAtRest()) - before).toBeLessThan(8 * megabyte)
  // Seven answers at once, each up to its limit of 6 MB, and what parsing takes.
  expect(peak - before).toBeLessThan(200 * megabyte)
  attackers.stop()
  await world.close()
})
