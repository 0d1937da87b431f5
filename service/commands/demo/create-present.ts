import type { Actor } from '../../operation/actor.ts'
import type { Print } from './create-past.ts'
import type { DemoContext, DemoSite } from './demo-context.ts'
import { writeFleetDays } from './fleet-days.ts'
import { rollOutBadRelease } from './rollout.ts'
import { decideAboutVulnerabilities, importKnownVulnerabilities } from './vulnerabilities.ts'

/** Runs jobs, which need workers. The last one is the sync that reads the current state of the sites. */
export async function createPresent(context: DemoContext, worker: Actor, print: Print): Promise<void> {
  const { run, sites } = context
  const withUpdates = sites
    .slice(2)
    .filter(({ site, role }) => role === 'well' && site.themes.some(({ offer }) => offer))
  const idsOf = (demoSites: readonly DemoSite[]) => ({ site_ids_or_domains: demoSites.map(({ id }) => id) })
  await run('fetch-due-icons', {})
  await run('check-sites', idsOf(sites.slice(0, 50)), worker)
  // An empty list would mean all sites.
  if (withUpdates.length > 0) await run('run-updates', { ...idsOf(withUpdates.slice(0, 3)), types: ['themes'] }, worker)
  await run('sync-sites', idsOf(sites.slice(0, 200)), worker)
  print(`${withUpdates.length > 0 ? 'check, updates and sync' : 'check and sync'} run as jobs`)
  print(`${await importKnownVulnerabilities(context)} known vulnerabilities`)
  print(`${await decideAboutVulnerabilities(context, worker)} decisions about them`)
  if (await rollOutBadRelease(context, worker)) print('a rollout that paused and needs a decision')
  print(`${await writeFleetDays(context)} days of the fleet`)
}
