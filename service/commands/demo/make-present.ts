import type { Actor } from '../../operation/actor.ts'
import { writeFleetDays } from './fleet-days.ts'
import type { Tell } from './make-past.ts'
import type { DemoSite, Scene } from './scene.ts'

/** What needs workers: a few jobs that are over, the last of which is the sync that shows how the fleet is today. */
export async function makePresent(scene: Scene, worker: Actor, tell: Tell): Promise<void> {
  const { run, sites } = scene
  const behind = sites.filter(({ site, role }) => role === 'well' && site.themes.some(({ offer }) => offer))
  const idsOf = (chosen: readonly DemoSite[]) => ({ site_ids_or_domains: chosen.map(({ id }) => id) })
  await run('check-sites', idsOf(sites.slice(0, 50)), worker)
  await run('run-updates', { ...idsOf(behind.slice(0, 3)), types: ['themes'] }, worker)
  await run('sync-sites', idsOf(sites.slice(0, 200)), worker)
  tell('three jobs are over: a check, updates, a sync')
  tell(`${await writeFleetDays(scene)} days of the fleet`)
}
