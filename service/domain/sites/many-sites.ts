import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Operation, Plan } from '../../operation/operation.ts'
import { nowOrLater } from '../jobs/index.ts'
import { brief } from './describe-site.ts'
import { type FoundSites, findNamedSites } from './find-site.ts'
import { SiteRef, type StatusFilter } from './site.ts'
import { siteDisconnected, siteSuspended } from './site-errors.ts'
import { allSites } from './site-list-store.ts'
import type { NamedSite } from './site-store.ts'

/** Which sites a call on many means. */
export interface WantedSites {
  /** By number or address. */
  refs: readonly SiteRef[]
  exclude?: readonly SiteRef[]
  /** What an empty list means; the caller's limits always apply. */
  ifEmpty?: { status: z.output<typeof StatusFilter> }
}

/** What became of one site of many when it did not go well. */
export const SiteError = z.object({
  identifier: SiteRef.describe('As the caller wrote it.'),
  site_id: z.int().optional(),
  site_url: z.string().optional(),
  code: z.string(),
  message: z.string(),
  job_id: z.string().optional(),
})
export type SiteError = z.output<typeof SiteError>

const Queued = z.object({
  queued: z.literal(true),
  job_id: z.string(),
  status_url: z.string(),
  sites_queued: z.int(),
  errors: z.array(SiteError),
})

/** The results, or above 200 sites the job to follow. */
export const doneOrQueued = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('queued', [z.object({ queued: z.literal(false), ...shape, errors: z.array(SiteError) }), Queued])

export type ActedOn<Result> = z.output<typeof Queued> | { queued: false; done: Result[]; errors: SiteError[] }

const columns = { name: 'named', sql: 'id, url, name, identity, status, client_id, connection, suspended_by' }

/** The sites that exist and that the caller may see, each once; what cannot be found is an error as it was written. */
export async function chooseSites(
  context: Pick<Context, 'db' | 'actor'>,
  { refs, exclude = [], ifEmpty }: WantedSites,
): Promise<FoundSites> {
  const { db, actor } = context
  const found =
    refs.length === 0 && ifEmpty
      ? {
          sites: await allSites<NamedSite>(db, columns, { ...ifEmpty, limits: actor.limits }),
          namedAs: new Map(),
          errors: [],
        }
      : await findNamedSites(context, refs)
  if (exclude.length === 0) return found
  const { namedAs: left } = await findNamedSites(context, exclude)
  return { ...found, sites: found.sites.filter(({ id }) => !left.has(id)) }
}

/** Runs the operation once per site, as a job: waited for up to 200 sites, to be followed above. */
export async function actOnSites<Result>(
  context: Context,
  wanted: WantedSites & { kind: string; operation: Operation; input?: Record<string, unknown> },
): Promise<ActedOn<Result>> {
  const { sites, namedAs, errors } = await chooseSites(context, wanted)
  if (sites.length === 0) return { queued: false, done: [], errors }
  const { kind, operation, input } = wanted
  const targets = sites.map(({ id, url }) => ({ siteId: id, label: url, input: { ...input, site_id_or_domain: id } }))
  const outcome = await nowOrLater(context, { kind, operation, targets })
  const job_id = String(outcome.job.id)
  if (outcome.queued) {
    return { queued: true, job_id, status_url: `/api/v2/jobs/${job_id}`, sites_queued: sites.length, errors }
  }
  const done: Result[] = []
  const failed: SiteError[] = []
  for (const { site_id, label, state, result, error_code, error_message } of outcome.targets) {
    if (state === 'succeeded') done.push(result as Result)
    else {
      const which = { identifier: namedAs.get(site_id!) ?? site_id!, site_id: site_id!, site_url: label }
      if (state === 'failed') failed.push({ ...which, code: error_code!, message: error_message! })
      else failed.push({ ...which, ...stillRunning, job_id })
    }
  }
  return { queued: false, done, errors: [...errors, ...failed] }
}

export const stillRunning = {
  code: 'svc_still_running',
  message: 'Not done yet; it goes on. The job has the outcome.',
}

const listedInPlans = 1_000

/** What a dry run answers: whom it would touch. */
export async function planForSites(
  context: Pick<Context, 'db' | 'actor'>,
  wanted: WantedSites,
  isTouched: (site: NamedSite) => boolean = () => true,
): Promise<Plan> {
  return planForFound(await chooseSites(context, wanted), isTouched)
}

/** The same for what only connected sites can do: of the others it says why they would be left out. */
export async function planForConnected(context: Pick<Context, 'db' | 'actor'>, wanted: WantedSites): Promise<Plan> {
  const found = await chooseSites(context, wanted)
  const leftOut = found.sites.filter((site) => !isConnected(site)).slice(0, listedInPlans)
  const reasons = leftOut.map((site) => (site.status === 'suspended' ? siteSuspended(site) : siteDisconnected(site)))
  const plan = planForFound(found, isConnected)
  return { ...plan, warnings: [...(plan.warnings ?? []), ...reasons.map(({ message }) => message)] }
}

const isConnected = ({ status }: NamedSite) => status === 'connected'

export function planForFound(
  { sites, errors }: Pick<FoundSites, 'sites' | 'errors'>,
  isTouched: (site: NamedSite) => boolean = () => true,
): Plan {
  const touched = sites.filter(isTouched)
  return {
    would_affect: touched.slice(0, listedInPlans).map(brief),
    count: touched.length,
    warnings: [
      ...errors.map(({ message }) => message),
      ...(touched.length > listedInPlans ? [`Only the first ${listedInPlans} sites are listed here.`] : []),
    ],
  }
}
