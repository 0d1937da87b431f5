import { randomFrom } from '../random.ts'
import type { Personality } from '../site/fleet-settings.ts'
import type { Site } from '../site/site.ts'
import { hostileFaults } from './catalogue.ts'

type Shares = Partial<Record<Exclude<Personality, 'honest'>, number>>

const order = ['dead', 'hostile', 'flaky', 'slow'] as const

/** Spreads the shares evenly over the fleet: of 1,000 sites with 1 % hostile ones, ten are hostile, not about ten. */
export function personalityOf(seed: string, index: number, shares: Shares): Personality {
  const offset = randomFrom('personality', seed).next()
  // The golden ratio spreads any number of points evenly.
  const share = (offset + index * 0.618_033_988_749_895) % 1
  let end = 0
  for (const personality of order) {
    end += shares[personality] ?? 0
    if (share < end) return personality
  }
  return 'honest'
}

/** Hostile sites connect normally: otherwise they could not be tested further. */
const connecting = ['register', 'login link']

/** Gives a site the faults of its personality. */
export function applyPersonality(site: Site, slowness: number): void {
  const random = randomFrom(site.fleetSettings.seed, site.index, 'personality')
  if (site.personality === 'slow')
    site.misbehave('slow', { on: '*', delay: Math.round(slowness * (0.5 + random.next())) })
  if (site.personality === 'flaky') site.misbehave('flaky', { on: '*', share: 0.3, delay: slowness })
  if (site.personality === 'dead') site.misbehave(site.personalityIndex % 2 ? 'never-answer' : 'refuse', { on: '*' })
  if (site.personality === 'hostile') {
    site.misbehave(hostileFaults[site.personalityIndex % hostileFaults.length]!, { except: connecting })
  }
}
