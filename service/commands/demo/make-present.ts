import type { Actor } from '../../operation/actor.ts'
import { writeFleetDays } from './fleet-days.ts'
import type { Tell } from './make-past.ts'
import type { DemoSite, Scene } from './scene.ts'

/** What needs workers: a few jobs that are over, the last of which is the sync that shows how the fleet is today. */
export async function makePresent(scene: Scene, worker: Actor, tell: Tell): Promise<void> {
  const { run, sites } = scene
  const behind = sites.slice(2).filter(({ site, role }) => role === 'well' && site.themes.some(({ offer }) => offer))
  const idsOf = (chosen: readonly DemoSite[]) => ({ site_ids_or_domains: chosen.map(({ id }) => id) })
  await run('fetch-due-icons', {})
  await run('check-sites', idsOf(sites.slice(0, 50)), worker)
  // None named would mean all.
  if (behind.length > 0) await run('run-updates', { ...idsOf(behind.slice(0, 3)), types: ['themes'] }, worker)
  await run('sync-sites', idsOf(sites.slice(0, 200)), worker)
  tell(`${behind.length > 0 ? 'check, updates and sync' : 'check and sync'} run as jobs`)
  tell(`${await writeFleetDays(scene)} days of the fleet`)
}
