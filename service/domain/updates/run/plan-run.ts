import type { Context } from '../../../operation/context.ts'
import type { Plan } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { immediateTargets } from '../../jobs/index.ts'
import { requireSite, type SiteRef, siteDisconnected, siteSuspended } from '../../sites/index.ts'
import { describeFailures, findFailedReleases, releaseKey } from '../../update-policies/index.ts'
import { type ReleaseStep, releaseStep } from '../release-step.ts'
import type { UpdateType } from '../update.ts'
import { listHostManagedSites, listPendingUpdates, type PendingUpdate } from '../update-store.ts'
import { failedBefore } from './apply-policies.ts'
import { countLeftOut, type SiteUpdates, streamAllowedUpdates } from './leave-out-updates.ts'
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
  type: UpdateType
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
  const filter = { siteIds: [...byId.keys()] }
  const planned: PlannedItem[] = []
  const warnings = new Set<string>(errors.map(({ message }) => message))
  for (const site of skipped) warnings.add(skippedSiteError(site, namedAs.get(site.id) ?? site.id).message)
  const byHost = await listHostManagedSites(db, filter.siteIds)
  const leftOut: SiteUpdates['refused'] = []
  for await (const { siteId, updates, refused } of streamAllowedUpdates(context, filter.siteIds, request)) {
    leftOut.push(...refused)
    const items = toRunItems(updates).filter(({ type }) => type !== 'core' || !byHost.has(siteId))
    planned.push(...plannedItems(present(byId.get(siteId), 'a selected site'), items))
    for (const warning of warningsOf(updates)) warnings.add(warning)
  }
  const left_out = countLeftOut(leftOut)
  for (const { message } of left_out) warnings.add(message)
  const failures = await readFailures(context, planned)
  if (ready.length > immediateTargets && !request.alwaysWait)
    warnings.add(`${ready.length} sites: the run would be queued as a job.`)
  if (planned.length > maxListed) warnings.add(`Only the first ${maxListed} updates are listed here.`)
  return {
    would_affect: planned.slice(0, maxListed).map((item) => ({ ...item, failed_before: failures(item) })),
    left_out,
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
  const failures = await readFailures(context, planned)
  const withoutPackage = obstacle ? [] : warningsOf(await listPendingUpdates(context.db, site.id, selection))
  return {
    site_id: site.id,
    site_url: site.url,
    would_affect: planned.map((item) => ({ ...item, failed_before: failures(item) })),
    left_out: refused.map(({ type, slug, name, to, code, message }) => {
      return { type, slug, name, version: to, sites: 1, code, message, can_install: code === failedBefore }
    }),
    warnings: [
      ...(obstacle ? [obstacle.message] : []),
      ...refused.flatMap(({ message }) => message ?? []),
      ...withoutPackage,
    ],
    summary: summaryOfPlan(planned),
  }
}

/** Why a release that is planned should perhaps not be: what became of it on other sites. */
async function readFailures({ db, settings }: Pick<Context, 'db' | 'settings'>, planned: readonly PlannedItem[]) {
  const failed = planned.length > 0 ? await findFailedReleases(db) : new Map<string, never>()
  const zone = settings.get('general').timezone_string
  return ({ type, slug, new_version: version }: PlannedItem): string | null => {
    const known = failed.get(releaseKey({ type, slug, version }))
    return known ? describeFailures(known, zone) : null
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
