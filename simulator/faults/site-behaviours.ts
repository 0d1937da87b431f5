import { cyclic } from '../cyclic.ts'
import { randomFrom } from '../random.ts'
import type { SiteBehaviour } from '../site/fleet-settings.ts'
import type { Site } from '../site/site.ts'
import { hostileFaults } from './catalogue.ts'

type Shares = Partial<Record<Exclude<SiteBehaviour, 'honest'>, number>>

const order = ['dead', 'hostile', 'flaky', 'slow'] as const

/** Spreads the shares evenly over the fleet: of 1,000 sites with 1 % hostile ones, ten are hostile, not about ten. */
export function behaviourOf(seed: string, index: number, shares: Shares): SiteBehaviour {
  const offset = randomFrom('personality', seed).next()
  // The golden ratio spreads any number of points evenly.
  const share = (offset + index * 0.618_033_988_749_895) % 1
  let end = 0
  for (const behaviour of order) {
    end += shares[behaviour] ?? 0
    if (share < end) return behaviour
  }
  return 'honest'
}

/** Hostile sites connect normally: otherwise they could not be tested further. */
const connecting = ['register', 'login link']

/** Gives a site the faults of its behaviour. */
export function applyBehaviour(site: Site, slowness: number): void {
  const random = randomFrom(site.fleetSettings.seed, site.index, 'personality')
  if (site.behaviour === 'slow') site.setFault('slow', { on: '*', delay: Math.round(slowness * (0.5 + random.next())) })
  if (site.behaviour === 'flaky') site.setFault('flaky', { on: '*', share: 0.3, delay: slowness })
  if (site.behaviour === 'dead') site.setFault(site.behaviourIndex % 2 ? 'never-answer' : 'refuse', { on: '*' })
  if (site.behaviour === 'hostile') {
    site.setFault(cyclic(hostileFaults, site.behaviourIndex), { except: connecting })
  }
}
