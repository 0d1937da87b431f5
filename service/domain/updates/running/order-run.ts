import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { nowOrLater } from '../../jobs/index.ts'
import {
  type NamedSite,
  type SiteRef,
  selectSites,
  siteDisconnected,
  siteSuspended,
  stillRunningError,
} from '../../sites/index.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import { pendingSites } from '../pending-updates.ts'
import type { UpdateType } from '../update.ts'
import { SiteCondition, type SiteReport, UpdateError } from './run-report.ts'

/** Updates of many sites. */
export interface RunOrder {
  /** Empty: all sites that the caller may see. */
  refs: readonly SiteRef[]
  types: UpdateType[]
  /** Of any type; empty: every item. */
  slugs: readonly string[]
  /** Answer the job to follow, however few the sites. */
  background?: boolean
}

const Queued = z.object({
  queued: z.literal(true),
  job_id: z.string(),
  status_url: z.string(),
  sites_queued: z.int(),
  errors: z.array(UpdateError),
})

/** The results, or above 200 sites the job to follow. */
export const doneOrQueued = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('queued', [
    z.object({
      queued: z.literal(false),
      ...shape,
      errors: z.array(UpdateError),
      sites: z.array(SiteCondition).describe('How each site is afterwards.'),
    }),
    Queued,
  ])

export type Ordered = z.output<typeof Queued> | { queued: false; reports: SiteReport[]; errors: UpdateError[] }

export interface ChosenSites {
  /** Something waits there, and it can be installed. */
  ready: NamedSite[]
  /** Something waits there or the caller named it, but it is suspended or disconnected. */
  skipped: NamedSite[]
  namedAs: Map<number, SiteRef>
  errors: UpdateError[]
}

export async function sitesToUpdate(context: Context, { refs, types, slugs }: RunOrder): Promise<ChosenSites> {
  const { db, actor } = context
  const { sites, namedAs, errors } = await selectSites(context, { refs, ifEmpty: { status: 'any' } })
  const chosen = refs.length > 0 ? { siteIds: sites.map(({ id }) => id), limits: null } : { limits: actor.limits }
  const waiting = new Set((await pendingSites(db, { ...chosen, types, slugs })).map(({ site_id }) => site_id))
  const isReady = (site: NamedSite) => site.status === 'connected'
  return {
    ready: sites.filter((site) => isReady(site) && waiting.has(site.id)),
    skipped: sites.filter((site) => !isReady(site) && (waiting.has(site.id) || refs.length > 0)),
    namedAs,
    errors,
  }
}

/** One run per site, as a job: waited for up to 200 sites, to be followed above. */
export async function orderRun(context: Context, order: RunOrder): Promise<Ordered> {
  const { ready, skipped, namedAs, errors: unknown } = await sitesToUpdate(context, order)
  const identify = (id: number) => namedAs.get(id) ?? id
  const errors: UpdateError[] = [...unknown, ...skipped.map((site) => whySkipped(site, identify(site.id)))]
  if (ready.length === 0) return { queued: false, reports: [], errors: [...errors, ...unmatched(order.slugs, [])] }
  const targets = ready.map(({ id, url }) => {
    const input = { site_id_or_domain: id, types: order.types, slugs: order.slugs, run: randomUUID() }
    return { siteId: id, label: url, input }
  })
  const { background = false } = order
  const outcome = await nowOrLater(context, { kind: 'update', operation: installSiteUpdates, targets, background })
  const job_id = String(outcome.job.id)
  if (outcome.queued)
    return { queued: true, job_id, status_url: `/api/v2/jobs/${job_id}`, sites_queued: ready.length, errors }
  const reports: SiteReport[] = []
  for (const { site_id, label, state, result, error_code, error_message } of outcome.targets) {
    if (state === 'succeeded') {
      reports.push(result as SiteReport)
      continue
    }
    const which = { identifier: identify(site_id!), site_id: site_id!, site_url: label, type: 'site' as const }
    if (state === 'failed') errors.push({ ...which, code: error_code!, message: error_message! })
    else errors.push({ ...which, ...stillRunningError, job_id })
  }
  const ofItems = reports.flatMap((report) => report.errors)
  const seen = [...ofItems, ...reports.flatMap((report) => report.updated)].map(({ slug }) => slug)
  // Whether a site that could not be updated has it, nobody asked.
  const missing = reports.length === ready.length ? unmatched(order.slugs, seen) : []
  return { queued: false, reports, errors: [...errors, ...missing, ...ofItems] }
}

/** What the caller named and what waits on none of the sites. */
function unmatched(slugs: readonly string[], seen: readonly (string | undefined)[]): UpdateError[] {
  return [...new Set(slugs)]
    .filter((slug) => !seen.includes(slug))
    .map((slug) => ({
      identifier: slug,
      slug,
      code: 'svc_nothing_to_update',
      message: `No update of ${slug} waits on these sites, or it is ignored.`,
    }))
}

export function whySkipped(site: NamedSite, identifier: SiteRef): UpdateError {
  const { code, message } = site.suspended_by !== 'none' ? siteSuspended(site) : siteDisconnected(site)
  return { identifier, site_id: site.id, site_url: site.url, site_name: site.name, type: 'site', code, message }
}
