import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { present } from '../../../platform/present.ts'
import { nowOrLater, runAndWait } from '../../jobs/index.ts'
import { type NamedSite, stillRunningError } from '../../sites/index.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import { listUpToDateSlugs } from '../update-store.ts'
import { canLeaveOut, failedReleaseInput, type SiteUpdates, streamAllowedUpdates } from './leave-out-updates.ts'
import { SiteCondition, type SiteReport, UpdateError } from './run-report.ts'
import { type RunRequest, selectSitesToUpdate, skippedSiteError, toSkippedSite } from './select-updates.ts'

const QueuedRun = z.object({
  queued: z.literal(true),
  job_id: z.string(),
  status_url: z.string(),
  sites_queued: z.int(),
  errors: z.array(UpdateError),
})

const runFields = {
  errors: z.array(UpdateError),
  sites: z.array(SiteCondition).describe('The condition of each site after its updates.'),
}

/** The results, or above 200 sites the job to follow. */
export const resultOrJob = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('queued', [
    z.object({
      queued: z.literal(false),
      ...shape,
      ...runFields,
    }),
    QueuedRun,
  ])

/** The results; sites that still run after the wait are errors, and their job is beside them. */
export const resultOrRunning = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({
    ...shape,
    ...runFields,
    job_id: z.string().optional().describe('Only while some sites still run.'),
    status_url: z.string().optional(),
  })

interface RunResults {
  queued: false
  reports: SiteReport[]
  errors: UpdateError[]
  /** Only while some sites still run. */
  job: { job_id: string; status_url: string } | null
}

type RunAnswer = z.output<typeof QueuedRun> | RunResults

/** Creates a job with one target per site. Up to 200 sites, or if requested, the caller waits for the results. */
export async function queueRun(context: Context, request: RunRequest & { alwaysWait: true }): Promise<RunResults>
export async function queueRun(context: Context, request: RunRequest): Promise<RunAnswer>
export async function queueRun(context: Context, request: RunRequest): Promise<RunAnswer> {
  const { ready: pending, skipped, namedAs, siteIds, errors: unknown } = await selectSitesToUpdate(context, request)
  const { ready, refused } = await leaveOutSites(context, request, pending)
  const identify = (id: number) => namedAs.get(id) ?? id
  const errors: UpdateError[] = [
    ...unknown,
    ...skipped.map((site) => skippedSiteError(site, identify(site.id))),
    ...refused,
  ]
  const unmatched = (found: readonly (string | undefined)[]) => unmatchedItems(context, request.slugs, siteIds, found)
  if (ready.length === 0)
    return {
      queued: false,
      reports: [],
      errors: [...errors, ...(await unmatched(refused.map(({ slug }) => slug)))],
      job: null,
    }
  const { types, slugs, failedReleases: failed_releases = [], leaveOutFailed: leave_out_failed = false } = request
  const chosen = { types, slugs, ...failedReleaseInput({ failed_releases, leave_out_failed }) }
  const targets = ready.map(({ id, url }) => {
    return { siteId: id, label: url, input: { site_id_or_domain: id, ...chosen, run: randomUUID() } }
  })
  const { background = false, alwaysWait = false } = request
  const order = {
    kind: 'update',
    operation: installSiteUpdates,
    targets,
    skipped: [...skipped.map(toSkippedSite), ...refused],
  }
  const outcome = alwaysWait
    ? { queued: false as const, ...(await runAndWait(context, order)) }
    : await nowOrLater(context, { ...order, background })
  const job_id = String(outcome.job.id)
  const link = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued) return { queued: true, ...link, sites_queued: ready.length, errors }
  const byId = new Map(ready.map((site) => [site.id, site]))
  const reports: SiteReport[] = []
  for (const target of outcome.targets) {
    // A site whose updates failed, or some of them, has a report too.
    const report = target.state === 'unfinished' ? null : target.result
    if (report) {
      reports.push(report)
      continue
    }
    const site_id = present(target.site_id, 'the site of the target')
    const { name: site_name } = present(byId.get(site_id), 'a site of the run')
    const site = { identifier: identify(site_id), site_id, site_url: target.label, site_name, type: 'site' as const }
    if (target.state === 'failed') errors.push({ ...site, code: target.code, message: target.message })
    else errors.push({ ...site, ...stillRunningError, job_id })
  }
  const itemErrors = reports.flatMap((report) => report.errors)
  const found = [...refused, ...itemErrors, ...reports.flatMap((report) => report.updated)].map(({ slug }) => slug)
  // A site that could not be updated may have the item.
  const missing = reports.length === ready.length ? await unmatched(found) : []
  const isRunning = outcome.targets.some(({ state }) => state === 'unfinished')
  return { queued: false, reports, errors: [...errors, ...missing, ...itemErrors], job: isRunning ? link : null }
}

/** Sites of whose updates none may be installed are no targets: a retry could not succeed either. */
async function leaveOutSites(context: Context, request: RunRequest, sites: readonly NamedSite[]) {
  if (sites.length === 0 || !(await canLeaveOut(context))) return { ready: sites, refused: [] }
  const byId = new Map(sites.map((site) => [site.id, site]))
  const left = new Map<number, SiteUpdates['refused']>()
  for await (const { siteId, updates, refused } of streamAllowedUpdates(context, [...byId.keys()], request))
    if (updates.length === 0) left.set(siteId, refused)
  const refused = [...left].flatMap(([id, items]) => {
    const { url, name: site_name } = present(byId.get(id), 'a site of the run')
    return items.map(({ update: { type, slug, name, current_version: old_version }, code, message }) => ({
      ...{ identifier: slug, site_id: id, site_url: url, site_name, type, slug, name },
      ...{ result: 'skipped' as const, old_version, new_version: old_version, code, message },
    }))
  })
  return { ready: sites.filter(({ id }) => !left.has(id)), refused }
}

/** Items that the caller named and that are pending on none of the sites. */
async function unmatchedItems(
  { db }: Pick<Context, 'db'>,
  slugs: readonly string[],
  siteIds: readonly number[],
  found: readonly (string | undefined)[],
): Promise<UpdateError[]> {
  const missing = [...new Set(slugs)].filter((slug) => !found.includes(slug))
  const upToDate = await listUpToDateSlugs(db, siteIds, missing)
  return missing.map((slug) => ({
    identifier: slug,
    slug,
    ...(upToDate.has(slug) && { result: 'not_needed' as const }),
    code: 'svc_nothing_to_update',
    message: upToDate.has(slug)
      ? `${slug} is up to date on these sites.`
      : `No update of ${slug} is pending on these sites: it is not installed, or its update is ignored.`,
  }))
}
