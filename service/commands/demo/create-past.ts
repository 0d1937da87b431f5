import type { FirstStart } from '../../domain/access/index.ts'
import { writeAudits } from './audits.ts'
import { addColleagues, type Colleagues } from './colleagues.ts'
import { connectSites } from './connect-sites.ts'
import { addDemoCosts } from './costs.ts'
import { addCustomers } from './customers.ts'
import type { DemoContext } from './demo-context.ts'
import { writeMonitorHistory } from './monitor-history.ts'
import { addDomains, checkAllSites } from './monitored.ts'
import { formNetwork } from './network.ts'
import { addNotifications, handleIncidents } from './notifications.ts'
import { OutsideChanges } from './outside-changes.ts'
import { type Backlog, prepareSite } from './prepare-site.ts'
import { isManaged } from './roles.ts'
import { trackTime } from './time-tracking.ts'
import { createTroubles } from './troubles.ts'
import { ignoreUpdates, runPastUpdates } from './update-history.ts'

export type Print = (line: string) => void

/** More would take minutes; further sites are only connected. */
const maxWithHistory = 60

const sharedViews = [
  ['Updates available', 'updates'],
  ['Vulnerable sites', 'vulnerable'],
] as const

export interface Past {
  first: FirstStart | null
  /** The first one does the daily work. */
  colleagues: Colleagues
}

/** Two months of history in order, mostly created with the normal operations. */
export async function createPast(
  context: DemoContext,
  firstStart: () => Promise<FirstStart | null>,
  { receiverUrl, print }: { receiverUrl: string; print: Print },
): Promise<Past> {
  const { clock, run } = context
  const withHistory = { ...context, sites: context.sites.slice(0, maxWithHistory) }
  const prepared = new Map(withHistory.sites.map((demo) => [demo, prepareSite(demo, clock.present)]))
  // What is updated on the main site of a network is updated on its sub-sites.
  for (const subSite of formNetwork(withHistory.sites)) prepared.set(subSite, [])
  const backlog: Backlog = prepared
  const outside = new OutsideChanges(withHistory.sites)

  clock.setDaysAgo(61)
  const first = await firstStart()
  const colleagues = await addColleagues(context)
  const [{ actor: worker }] = colleagues
  await run('update-global-monitor-settings', { active: true })
  const customers = await addCustomers(context)
  print(`${customers.clients.length} clients, ${customers.tags.length} tags`)
  for (const [name, attention] of sharedViews)
    await run('save-view', { name, shared: true, filters: { attention } }, worker)
  const failed = await connectSites(context, customers, worker)
  const domains = await addDomains(withHistory, worker)
  print(`${context.sites.length - failed} sites connected${failed > 0 ? `, ${failed} could not be` : ''}`)

  const managed = new Map([...backlog].filter(([{ role }]) => isManaged(role)))
  print(`${await runPastUpdates(withHistory, managed, outside, worker)} updates run in the last 30 days`)
  await createTroubles(withHistory, outside, worker)
  const roles = new Set(withHistory.sites.map(({ role }) => role)).difference(new Set(['well']))
  if (roles.size > 0) print(`sites with special conditions: ${[...roles].reverse().join(', ')}`)

  clock.setToPresent()
  outside.revealUntil(clock.now())
  print(`${await ignoreUpdates(withHistory, worker)} updates ignored`)
  // Independent of each other; they mostly wait for the database.
  await Promise.all([
    writeMonitorHistory(withHistory).then(() => print('60 days of monitoring')),
    addDemoCosts(withHistory, customers).then((costs) => print(`${costs} costs`)),
    trackTime(withHistory, customers, worker).then((tasks) => print(`${tasks} tasks with their hours`)),
    writeAudits(withHistory).then((audits) => print(`${audits} performance audits`)),
  ])
  await checkAllSites(withHistory)
  await addNotifications(context, customers, receiverUrl)
  print(`3 notification channels, maintenance, ${await handleIncidents(context, worker)} incidents`)
  print(`certificates checked, ${domains} domains entered`)
  return { first, colleagues }
}
