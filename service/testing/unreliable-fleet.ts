import { type FaultName, type Fleet, type Site, startFleet } from '../../simulator/index.ts'
import { seedConnectedFleet } from './connected-fleet.ts'

const behaviours = { slow: 0.05, dead: 0.05, hostile: 0.02 }

/** The behaviour of the hostile sites and the outcome of their sync; null: it succeeds. */
const attacks: [FaultName, object, string | null][] = [
  ['gzip-bomb', { bytes: 100_000_000 }, 'svc_unreadable_answer'],
  ['endless-body', {}, 'svc_unreadable_answer'],
  ['endless-headers', {}, 'svc_unreadable_answer'],
  ['deep-json', {}, 'svc_unreadable_answer'],
  ['redirect-metadata', {}, 'svc_redirected'],
  ['http-500', {}, 'svc_site_error'],
  ['xss', {}, null],
  ['nul', {}, null],
  ['wrong-types', {}, 'svc_sync_incomplete'],
  ['event-flood', { count: 3_000 }, null],
]

export interface UnreliableFleet {
  fleet: Fleet
  /** Accept the call and never answer it. */
  silent: Site[]
  /** The expected outcome for each site that cannot be synced, by its address. */
  expectedErrors: Map<string, string>
}

/** Connected sites of which 5 % are slow, 5 % dead (half refuse, half never answer) and 2 % hostile. */
export async function startUnreliableFleet(
  platform: Parameters<typeof seedConnectedFleet>[0],
  size: number,
): Promise<UnreliableFleet> {
  const fleet = await startFleet({ sites: size, behaviours, slowness: 400, payload: 12_000 })
  await seedConnectedFleet(platform, fleet)
  const sitesOf = (behaviour: Site['behaviour']) => fleet.sites.filter((site) => site.behaviour === behaviour)
  const expectedErrors = new Map<string, string>()
  for (const [index, site] of sitesOf('hostile').entries()) {
    const [name, amount, code] = attacks[index % attacks.length]!
    await site.clearFaults()
    site.setFault(name, { on: 'stats', ...amount })
    if (code !== null) expectedErrors.set(site.url, code)
  }
  const dead = sitesOf('dead')
  const silent = dead.filter(({ faults }) => faults.names.includes('never-answer'))
  for (const site of dead)
    expectedErrors.set(site.url, silent.includes(site) ? 'svc_site_offline' : 'svc_connection_failed')
  return { fleet, silent, expectedErrors }
}
