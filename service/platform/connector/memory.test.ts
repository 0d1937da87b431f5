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
    { name: 'slow-drip', delay: 5 },
  ])
  let peak = 0
  const attackAll = () =>
    Promise.allSettled(
      attackers.sites.map(async (site) => {
        const reading = world.connector.readSite(site, { parts: ['plugins', 'changes'] })
        await reading.finally(() => {
          peak = Math.max(peak, used())
        })
      }),
    )
  await attackAll()
  collectGarbage()
  const before = used()
  for (let round = 0; round < 3; round++) await attackAll()
  collectGarbage()
  expect(used() - before).toBeLessThan(8 * megabyte)
  // Eight answers at once, each up to its cap of 6 MB, and what reading them takes.
  expect(peak - before).toBeLessThan(200 * megabyte)
  attackers.stop()
  await world.close()
})
