import type { Actor } from '../../operation/actor.ts'
import type { DemoContext } from './demo-context.ts'

const plugin = {
  file: 'booking-desk/booking-desk.php',
  name: 'Booking Desk',
  author: 'Northwind Software',
  version: '3.4.1',
  offer: '3.5.0',
  active: true,
  release: { daysAgo: 3 },
}
const fewestSites = 8
const mostSites = 12
const waves = [
  { sites: 1, max_failures: 1 },
  { percent: 60, soak_minutes: 30, max_failures: 2 },
  { max_failure_percent: 10 },
]
const maxPolls = 240
const pollMs = 500

interface RolloutPlan {
  would_affect: { site_id: number; wave: number }[]
}

/** A rollout that paused because its release breaks two sites: both were rolled back, one by its guard and one by its picture. */
export async function rollOutBadRelease({ run, sites }: DemoContext, worker: Actor): Promise<boolean> {
  const chosen = sites.filter(({ role }, index) => role === 'well' && index > 1).slice(0, mostSites)
  if (chosen.length < fewestSites) return false
  for (const { site } of chosen) site.addPlugin(plugin)
  const ids = chosen.map(({ id }) => id)
  await run('sync-sites', { site_ids_or_domains: ids }, worker)
  const input = { site_ids_or_domains: ids, specific_items: [plugin.file], waves }
  const { would_affect: planned } = await run<RolloutPlan>('create-rollout', { ...input, dry_run: true }, worker)
  const inSecond = planned.filter(({ wave }) => wave === 1).map(({ site_id }) => site_id)
  const [fatal, broken] = inSecond.slice(-2).map((siteId) => chosen.find(({ id }) => id === siteId))
  if (!fatal || !broken) return false
  fatal.site.onUpdate(plugin.file, 'fatal-at-load', { times: 1 })
  broken.site.onUpdate(plugin.file, 'visually-broken', { times: 1 })
  const rules = { gates: { screenshot: 'block', console: 'warn' }, browser_sites: 'all' }
  await run('save-update-policy', { scope: 'site', site_id_or_domain: broken.id, rules }, worker)
  const { rollout_id } = await run<{ rollout_id: number }>('create-rollout', input, worker)
  for (let poll = 0; poll < maxPolls; poll++) {
    const { status } = await run<{ status: string }>('get-rollout', { rollout_id }, worker)
    if (status !== 'running') return status === 'paused'
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return false
}
