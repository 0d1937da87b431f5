import type { Context } from '../../../operation/context.ts'
import type { Plan } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { immediateTargets } from '../../jobs/index.ts'
import { requireSite, type SiteRef, siteDisconnected, siteSuspended } from '../../sites/index.ts'
import { type ReleaseStep, releaseStep } from '../release-step.ts'
import { listHostManagedSites, listPendingUpdates, type PendingUpdate, streamPendingUpdates } from '../update-store.ts'
import {
  type RunRequest,
  selectItems,
  selectSitesToUpdate,
  skippedSiteError,
  toRunItems,
  type UpdateSelection,
} from './select-updates.ts'
import type { RunItem } from './update-outcome.ts'

/** Listed at most; `count` counts all. */
const maxListed = 10_000

interface PlannedItem {
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

/** The dry run of many sites, from stored data: no site is called. */
export async function planRun(context: Context, request: RunRequest): Promise<Plan> {
  const { db } = context
  const { ready, skipped, namedAs, errors } = await selectSitesToUpdate(context, request)
  const byId = new Map(ready.map((site) => [site.id, site]))
  const filter = { siteIds: [...byId.keys()], limits: null, types: request.types, slugs: request.slugs }
  const planned: PlannedItem[] = []
  const warnings = new Set<string>(errors.map(({ message }) => message))
  for (const site of skipped) warnings.add(skippedSiteError(site, namedAs.get(site.id) ?? site.id).message)
  const byHost = await listHostManagedSites(db, filter.siteIds)
  for await (const { siteId, updates } of streamPendingUpdates(db, filter)) {
    const items = toRunItems(updates).filter(({ type }) => type !== 'core' || !byHost.has(siteId))
    planned.push(...plannedItems(present(byId.get(siteId), 'a selected site'), items))
    for (const warning of warningsOf(updates)) warnings.add(warning)
  }
  if (ready.length > immediateTargets && !request.alwaysWait)
    warnings.add(`${ready.length} sites: the run would be queued as a job.`)
  if (planned.length > maxListed) warnings.add(`Only the first ${maxListed} updates are listed here.`)
  return {
    would_affect: planned.slice(0, maxListed),
    count: planned.length,
    warnings: [...warnings],
    summary: summaryOfPlan(planned),
  }
}

/** The dry run of one site. */
export async function planSiteRun(context: Context, ref: SiteRef, selection: UpdateSelection): Promise<Plan> {
  const site = await requireSite(context, ref)
  const obstacle =
    site.suspended_by !== 'none' ? siteSuspended(site) : site.connection === 'connected' ? null : siteDisconnected(site)
  const { items, refused } = await selectItems(context, site, selection, [])
  const planned = obstacle ? [] : plannedItems(site, items)
  const withoutPackage = obstacle ? [] : warningsOf(await listPendingUpdates(context.db, site.id, selection))
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
    .map(({ name }) => `${name} has no package to install; its licence is probably missing on the site.`)
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
