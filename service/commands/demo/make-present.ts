import { writeFleetDays } from './fleet-days.ts'
import type { Tell } from './make-past.ts'
import type { Scene } from './scene.ts'

/** What needs workers: a few jobs that are over, the last of which is the sync that shows how the fleet is today. */
export async function makePresent(scene: Scene, tell: Tell): Promise<void> {
  const { run, sites } = scene
  const well = sites.filter(({ role }) => role === 'well').map(({ id }) => id)
  await run('check-sites', { site_ids_or_domains: sites.slice(0, 50).map(({ id }) => id) })
  await run('run-updates', { site_ids_or_domains: well.slice(0, 2), types: ['themes'] })
  await run('sync-sites', { site_ids_or_domains: sites.slice(0, 200).map(({ id }) => id) })
  tell('three jobs are over: a check, updates, a sync')
  tell(`${await writeFleetDays(scene)} days of the fleet`)
}
