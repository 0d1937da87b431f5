import type { Context } from '../../../operation/context.ts'
import type { Plan } from '../../../operation/operation.ts'
import { immediateTargets } from '../../jobs/index.ts'
import { requireSite, type SiteRef, siteDisconnected, siteSuspended } from '../../sites/index.ts'
import { listPendingUpdatesOfSite, type PendingUpdate, pendingUpdates } from '../pending-updates.ts'
import { type ReleaseStep, releaseStep } from '../release-step.ts'
import { chooseItems, itemsOf, type Wanted } from './choose-items.ts'
import { hostManagedSites } from './host-managed-store.ts'
import { type RunOrder, sitesToUpdate, whySkipped } from './order-run.ts'
import type { RunItem } from './outcome.ts'

/** What an answer can carry; the count is of all. */
const mostListed = 10_000

export interface PlannedItem {
  site_id: number
  site_url: string
  site_name: string
  type: string
  slug: string
  name: string
  old_version: string
  new_version: string
  step: ReleaseStep
}

/** What a run on many sites would do, by what is stored: no site is asked. */
export async function planRun(context: Context, order: RunOrder): Promise<Plan> {
  const { db } = context
  const { ready, skipped, namedAs, errors } = await sitesToUpdate(context, order)
  const byId = new Map(ready.map((site) => [site.id, site]))
  const filter = { siteIds: [...byId.keys()], limits: null, types: order.types, slugs: order.slugs }
  const planned: PlannedItem[] = []
  const warnings = new Set<string>(errors.map(({ message }) => message))
  for (const site of skipped) warnings.add(whySkipped(site, namedAs.get(site.id) ?? site.id).message)
  const byHost = await hostManagedSites(db, filter.siteIds)
  for await (const { siteId, updates } of pendingUpdates(db, filter)) {
    const items = itemsOf(updates).filter(({ type }) => type !== 'core' || !byHost.has(siteId))
    planned.push(...plannedItems(byId.get(siteId)!, items))
    for (const warning of warningsOf(updates)) warnings.add(warning)
  }
  if (ready.length > immediateTargets) warnings.add(`${ready.length} sites: it would run as a job.`)
  if (planned.length > mostListed) warnings.add(`Only the first ${mostListed} updates are listed here.`)
  return {
    would_affect: planned.slice(0, mostListed),
    count: planned.length,
    warnings: [...warnings],
    summary: summaryOfPlan(planned),
  }
}

/** The same for one site. */
export async function planForSite(context: Context, ref: SiteRef, wanted: Wanted): Promise<Plan> {
  const site = await requireSite(context, ref)
  const obstacle =
    site.suspended_by !== 'none' ? siteSuspended(site) : site.connection === 'connected' ? null : siteDisconnected(site)
  const { items, refused } = await chooseItems(context, site, wanted, [])
  const planned = obstacle ? [] : plannedItems(site, items)
  const withoutPackage = obstacle ? [] : warningsOf(await listPendingUpdatesOfSite(context.db, site.id, wanted))
  return {
    site_id: site.id,
    site_url: site.url,
    would_affect: planned,
    warnings: [
      ...(obstacle ? [obstacle.message] : []),
      ...refused.flatMap(({ message }) => message ?? []),
      ...withoutPackage,
    ],
    summary: summaryOfPlan(planned),
  }
}

function plannedItems(site: { id: number; url: string; name: string }, items: readonly RunItem[]): PlannedItem[] {
  return items.map(({ type, slug, name, from, to }) => ({
    site_id: site.id,
    site_url: site.url,
    site_name: site.name,
    type,
    slug,
    name,
    old_version: from,
    new_version: to,
    step: releaseStep(type, from, to),
  }))
}

function warningsOf(updates: readonly PendingUpdate[]): string[] {
  return updates
    .filter(({ has_package }) => !has_package)
    .map(({ name }) => `${name} comes without a package; its licence is probably missing on the site.`)
}

function summaryOfPlan(planned: readonly PlannedItem[]) {
  const countBy = (field: 'type' | 'step', value: string) => planned.filter((item) => item[field] === value).length
  return {
    sites: new Set(planned.map(({ site_id }) => site_id)).size,
    core: countBy('type', 'core'),
    plugins: countBy('type', 'plugin'),
    themes: countBy('type', 'theme'),
    translations: countBy('type', 'translation'),
    major: countBy('step', 'major'),
    minor: countBy('step', 'minor'),
    patch: countBy('step', 'patch'),
    unknown: countBy('step', 'unknown'),
  }
}
