import type { FirstStart } from '../../domain/access/index.ts'
import { writeAudits } from './audits.ts'
import { connectSites } from './connect-sites.ts'
import { addCosts } from './costs.ts'
import { addCustomers } from './customers.ts'
import { writeMonitorHistory } from './monitor-history.ts'
import { OutsideChanges } from './outside-changes.ts'
import { addColleagues, type Colleague } from './people.ts'
import { type Backlog, prepareSite } from './prepare-site.ts'
import { isManaged } from './roles.ts'
import type { Scene } from './scene.ts'
import { trackTime } from './time-tracking.ts'
import { meetTroubles } from './troubles.ts'
import { ignoreUpdates, runPastUpdates } from './update-history.ts'
import { enterDomains, lookAtEverything } from './watched.ts'

export type Tell = (line: string) => void

/** Beyond this a past would take minutes; the further sites are connected and no more. */
const mostWithPast = 60

export interface Past {
  first: FirstStart | null
  colleagues: readonly Colleague[]
}

/** Two months in the life of an agency, in order: most of it done by the operations that people would use. */
export async function makePast(scene: Scene, firstStart: () => Promise<FirstStart | null>, tell: Tell): Promise<Past> {
  const { clock, run } = scene
  const lively = { ...scene, sites: scene.sites.slice(0, mostWithPast) }
  const backlog: Backlog = new Map(lively.sites.map((demo) => [demo, prepareSite(demo, clock.present)]))
  const outside = new OutsideChanges(lively.sites)

  clock.travelTo(61)
  const first = await firstStart()
  const colleagues = await addColleagues(scene)
  const worker = colleagues[0]!.actor
  await run('update-global-monitor-settings', { active: true })
  const customers = await addCustomers(scene)
  tell(`${customers.clients.length} clients, ${customers.tags.length} tags`)
  const failed = await connectSites(scene, customers, worker)
  const domains = await enterDomains(lively, worker)
  tell(`${scene.sites.length - failed} sites connected${failed > 0 ? `, ${failed} could not be` : ''}`)

  const managed = new Map([...backlog].filter(([{ role }]) => isManaged(role)))
  tell(`${await runPastUpdates(lively, managed, outside, worker)} updates run in the last 30 days`)
  await meetTroubles(lively, outside, worker)
  const roles = new Set(lively.sites.map(({ role }) => role)).difference(new Set(['well']))
  if (roles.size > 0) tell(`sites with a story: ${[...roles].reverse().join(', ')}`)

  clock.arrive()
  outside.revealUntil(clock.now())
  tell(`${await ignoreUpdates(lively, worker)} updates ignored`)
  // These have nothing to do with each other, and partly wait for the database.
  await Promise.all([
    writeMonitorHistory(lively).then(() => tell('60 days of monitoring')),
    addCosts(lively, customers).then((costs) => tell(`${costs} costs`)),
    trackTime(lively, customers, worker).then((tasks) => tell(`${tasks} tasks with their hours`)),
    writeAudits(lively).then((audits) => tell(`${audits} performance audits`)),
  ])
  await lookAtEverything(lively)
  tell(`certificates checked, ${domains} domains entered`)
  return { first, colleagues }
}
