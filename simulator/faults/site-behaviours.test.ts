import { afterEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../fleet-options.ts'
import { call, keyPair, post, server } from '../testing/dashboard.ts'

const fleets: Fleet[] = []
const start = async (options: FleetOptions) => {
  const fleet = await startFleet(options)
  fleets.push(fleet)
  return fleet
}
afterEach(async () => {
  await Promise.all(fleets.splice(0).map((fleet) => fleet.close()))
})
const ping = (url: string) => call(url, 'cloneinfo', {})

describe('behaviours of sites', () => {
  it('have exactly the requested share', async () => {
    const behaviours = { slow: 0.05, flaky: 0.02, dead: 0.02, hostile: 0.1 }
    const fleet = await start({ sites: 1000, behaviours })
    const count = (name: string) => fleet.sites.filter(({ behaviour }) => behaviour === name).length
    for (const [name, share] of Object.entries(behaviours))
      expect(Math.abs(count(name) - share * 1000)).toBeLessThanOrEqual(3)
    const attacks = new Set(
      fleet.sites.filter(({ behaviour }) => behaviour === 'hostile').flatMap(({ faults }) => faults.names),
    )
    expect(attacks.size).toBeGreaterThan(50)
  })

  it('make half of the dead sites refuse and half never answer', async () => {
    const fleet = await start({ sites: 2, behaviours: { dead: 1 } })
    await expect(ping(fleet.sites[0]!.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(fleet.sites[1]!.faults.names).toEqual(['never-answer'])
  })

  it('make flaky sites fail sometimes, the same way for the same seed', async () => {
    const moods = async () => {
      const connect = { publicKeys: [keyPair().publicKey], server }
      const fleet = await start({ sites: 1, seed: 3, slowness: 0, behaviours: { flaky: 1 }, connect })
      const outcomes: string[] = []
      for (let attempt = 0; attempt < 30; attempt++) {
        outcomes.push(
          await ping(fleet.sites[0]!.url).then(
            ({ status }) => String(status),
            () => 'broken',
          ),
        )
      }
      return outcomes
    }
    const [first, second] = [await moods(), await moods()]
    expect(first).toEqual(second)
    expect(new Set(first).size).toBeGreaterThan(2)
  })

  it('let hostile sites be registered first', async () => {
    const fleet = await start({ sites: 1, behaviours: { hostile: 1 } })
    const [site] = fleet.sites
    const { publicKey } = keyPair()
    const fields = {
      function: 'register',
      user: 'admin',
      pubkey: publicKey,
      server,
      mainwpver: '6.1',
      userpwd: fleet.admin.password,
    }
    expect((await post(site!.url, fields)).payload.register).toBe('OK')
  })
})
