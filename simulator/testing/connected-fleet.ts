import { afterEach, beforeEach } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../fleet-options.ts'
import type { Site } from '../site/site.ts'
import { keyPair, server } from './dashboard.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'

/** Starts a fleet of two connected sites with a manual clock before each test; use its members inside tests only. */
export function connectedFleet(options: Partial<FleetOptions> = {}): { fleet: Fleet; site: Site; clock: ManualClock } {
  const members = {} as { fleet: Fleet; site: Site; clock: ManualClock }
  beforeEach(async () => {
    members.clock = manualClock()
    const connect = { publicKeys: [keyPair().publicKey], server }
    members.fleet = await startFleet({ sites: 2, clock: members.clock, connect, ...options })
    members.site = members.fleet.sites[0]!
  })
  afterEach(() => members.fleet.close())
  return members
}
