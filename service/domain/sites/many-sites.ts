import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Operation, Plan } from '../../operation/operation.ts'
import { present } from '../../platform/present.ts'
import { nowOrLater, runAndWait, type TargetResult } from '../jobs/index.ts'
import { conditionRules } from './condition/condition.ts'
import { type FoundSites, findNamedSites, toSiteBrief } from './find-site.ts'
import { listAllSites } from './lists/site-list-store.ts'
import { SitesTableFilter } from './lists/sites-table.ts'
import { listFilteredSites } from './lists/sites-table-store.ts'
import { SiteRef, type SiteStatusFilter } from './site.ts'
import { siteDisconnected, siteSuspended } from './site-errors.ts'
import { requireReferences } from './site-reference-store.ts'
import { type NamedSite, namedSiteColumns } from './site-store.ts'

export interface SiteSelection {
  /** Ids or addresses. */
  refs: readonly SiteRef[]
  /** Each must name a site: a misspelt one would be changed although it should not be. */
  exclude?: readonly SiteRef[]
  /** The name of `exclude` in the input. */
  excludeField?: string
  /** The meaning of an empty list; the caller's limits always apply. */
  ifEmpty?: { status: z.output<typeof SiteStatusFilter> }
}

/** Sites that are called; others are left out and reported as errors. `synced`: also those whose key each sync tries again. */
type CalledSites = 'connected' | 'synced'

/** What is done to each selected site. */
export interface SiteWork<Output extends z.ZodType = z.ZodType> {
  kind: string
  operation: Operation & { output: Output }
  input?: Record<string, unknown>
  only?: CalledSites
}

/** The error of one site of many. */
export const SiteError = z.object({
  identifier: SiteRef.describe('As the caller wrote it.'),
  site_id: z.int().optional(),
  site_url: z.string().optional(),
  site_name: z.string().optional(),
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

/** The results, or above 200 sites the job. */
export const doneOrQueued = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('queued', [z.object({ queued: z.literal(false), ...shape, errors: z.array(SiteError) }), Queued])

/** The results. Sites that still run after the wait are errors, and their job is beside them. */
export const doneOrRunning = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({
    ...shape,
    errors: z.array(SiteError),
    job_id: z.string().optional().describe('Only while some sites still run.'),
    status_url: z.string().optional(),
  })

export interface Waited<Result> {
  done: Result[]
  errors: SiteError[]
  /** Only while some sites still run. */
  job: { job_id: string; status_url: string } | null
}

export type ActedOn<Result> = z.output<typeof Queued> | { queued: false; done: Result[]; errors: SiteError[] }

/** The sites that the caller may see, each once; unknown references are errors. */
export async function selectSites(
  context: Pick<Context, 'db' | 'actor'>,
  { refs, exclude = [], excludeField = 'exclude', ifEmpty }: SiteSelection,
): Promise<FoundSites> {
  const { db, actor } = context
  const found =
    refs.length === 0 && ifEmpty
      ? {
          sites: await listAllSites<NamedSite>(db, namedSiteColumns, { ...ifEmpty, limits: actor.limits }),
          namedAs: new Map(),
          errors: [],
        }
      : await findNamedSites(context, refs)
  const left = await findExcluded(context, exclude, excludeField)
  return left.size === 0 ? found : { ...found, sites: found.sites.filter(({ id }) => !left.has(id)) }
}

async function findExcluded(
  context: Pick<Context, 'db' | 'actor'>,
  refs: readonly SiteRef[],
  field: string,
): Promise<ReadonlyMap<number, SiteRef>> {
  if (refs.length === 0) return new Map()
  const { namedAs, missing } = await findNamedSites(context, refs)
  if (missing.length > 0) throw invalidInput({ [field]: `names no site: ${missing.slice(0, 20).join(', ')}` })
  return namedAs
}

/** Runs the operation once per site in a job; waits for the job of up to 200 sites. */
export async function actOnSites<Output extends z.ZodType>(
  context: Context,
  selection: SiteSelection & SiteWork<Output>,
): Promise<ActedOn<z.output<Output>>> {
  const { sites, namedAs, errors, order } = await prepareWork(context, selection)
  if (sites.length === 0) return { queued: false, done: [], errors }
  const outcome = await nowOrLater(context, order)
  if (outcome.queued) return { queued: true, ...linkOf(outcome.job), sites_queued: sites.length, errors }
  const { done, failed } = readTargets(outcome, sites, namedAs)
  return { queued: false, done, errors: [...errors, ...failed] }
}

/** The same, but waits for any number of sites. Those that still run after the wait are errors. */
export async function actAndWait<Output extends z.ZodType>(
  context: Context,
  selection: SiteSelection & SiteWork<Output>,
): Promise<Waited<z.output<Output>>> {
  const { sites, namedAs, errors, order } = await prepareWork(context, selection)
  if (sites.length === 0) return { done: [], errors, job: null }
  const outcome = await runAndWait(context, order)
  const { done, failed } = readTargets(outcome, sites, namedAs)
  const isRunning = outcome.targets.some(({ state }) => state === 'unfinished')
  return { done, errors: [...errors, ...failed], job: isRunning ? linkOf(outcome.job) : null }
}

const linkOf = ({ id }: { id: number }) => ({ job_id: String(id), status_url: `/api/v2/jobs/${id}` })

async function prepareWork<Output extends z.ZodType>(context: Context, selection: SiteSelection & SiteWork<Output>) {
  const { sites: selected, namedAs, errors: unknown } = await selectSites(context, selection)
  const { kind, operation, input, only } = selection
  const sites = only ? selected.filter(isCalled[only]) : selected
  const errors = only ? [...unknown, ...skippedErrors(selected, namedAs, only)] : unknown
  const targets = sites.map(({ id, url }) => ({ siteId: id, label: url, input: { ...input, site_id_or_domain: id } }))
  return { sites, namedAs, errors, order: { kind, operation, targets } }
}

function readTargets<Result>(
  { job, targets }: { job: { id: number }; targets: readonly TargetResult<Result>[] },
  sites: readonly NamedSite[],
  namedAs: FoundSites['namedAs'],
): { done: Result[]; failed: SiteError[] } {
  const done: Result[] = []
  const failed: SiteError[] = []
  const byId = new Map(sites.map((site) => [site.id, site]))
  for (const target of targets) {
    if (target.state === 'succeeded') done.push(target.result)
    else {
      const site_id = present(target.site_id, 'the site of the target')
      const { name: site_name } = present(byId.get(site_id), 'a selected site')
      const which = { identifier: namedAs.get(site_id) ?? site_id, site_id, site_url: target.label, site_name }
      if (target.state === 'failed') failed.push({ ...which, code: target.code, message: target.message })
      else failed.push({ ...which, ...stillRunningError, job_id: String(job.id) })
    }
  }
  return { done, failed }
}

export const stillRunningError = {
  code: 'svc_still_running',
  message: 'Still running. Read the job for the result.',
}

const listedInPlans = 1_000

/** The plan of a dry run: the sites it would change. */
export async function planForSites(
  context: Pick<Context, 'db' | 'actor'>,
  selection: SiteSelection,
  isAffected: (site: NamedSite) => boolean = () => true,
): Promise<Plan> {
  return planForSelected(await selectSites(context, selection), isAffected)
}

/** The same for operations on connected sites; the warnings explain why others would be skipped. */
export async function planForConnected(
  context: Pick<Context, 'db' | 'actor'>,
  selection: SiteSelection,
  only: CalledSites = 'connected',
): Promise<Plan> {
  const found = await selectSites(context, selection)
  const plan = planForSelected(found, isCalled[only])
  const skipped = skippedErrors(found.sites, found.namedAs, only)
  return { ...plan, warnings: [...(plan.warnings ?? []), ...skipped.map(({ message }) => message)] }
}

const isCalled = {
  connected: ({ status }: NamedSite) => status === 'connected',
  synced: ({ status, key_is_retried }: NamedSite) =>
    status === 'connected' || (status === 'disconnected' && key_is_retried),
}

/** Why sites are left out; at most a thousand. */
function skippedErrors(sites: NamedSite[], namedAs: FoundSites['namedAs'], only: CalledSites): SiteError[] {
  const skipped = sites.filter((site) => !isCalled[only](site)).slice(0, listedInPlans)
  return skipped.map((site) => {
    const { code, message } = site.status === 'suspended' ? siteSuspended(site) : siteDisconnected(site)
    const { id, url, name } = site
    return { identifier: namedAs.get(id) ?? id, site_id: id, site_url: url, site_name: name, code, message }
  })
}

export function planForSelected(
  { sites, errors }: Pick<FoundSites, 'sites' | 'errors'>,
  isAffected: (site: NamedSite) => boolean = () => true,
): Plan {
  const affected = sites.filter(isAffected)
  return {
    would_affect: affected.slice(0, listedInPlans).map(toSiteBrief),
    count: affected.length,
    warnings: [
      ...errors.map(({ message }) => message),
      ...(affected.length > listedInPlans ? [`Only the first ${listedInPlans} sites are listed here.`] : []),
    ],
  }
}

type ReadContext = Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>

interface TagSelection {
  site_ids_or_domains: readonly SiteRef[]
  filter?: SitesTableFilter | undefined
  exclude: readonly SiteRef[]
}

interface TagChanges {
  add: number[]
  remove: number[]
}

const emptyTableFilter = SitesTableFilter.parse({})

/** Selects sites by reference or by a filter of the sites table; an empty one would select every site. */
export async function selectSitesToTag(context: ReadContext, selection: TagSelection): Promise<FoundSites> {
  const { site_ids_or_domains: refs, filter, exclude } = selection
  if (filter === undefined) {
    if (refs.length === 0) throw invalidInput({ site_ids_or_domains: 'is empty; name sites or give a filter' })
    return selectSites(context, { refs, exclude })
  }
  if (refs.length > 0)
    throw invalidInput({ filter: 'and site_ids_or_domains both select sites; give only one of them' })
  if (isDeepStrictEqual(filter, emptyTableFilter))
    throw invalidInput({ filter: 'is empty; name the sites, or set at least one filter' })
  const sites = await listFilteredSites(context.db, filter, context.actor.limits, conditionRules(context))
  const left = await findExcluded(context, exclude, 'exclude')
  return { sites: sites.filter(({ id }) => !left.has(id)), namedAs: new Map(), errors: [] }
}

export async function planTagging(context: ReadContext, selection: TagSelection & TagChanges): Promise<Plan> {
  await requireReferences(context.db, { tagIds: tagsIn(selection) }, context.actor)
  return planForSelected(await selectSitesToTag(context, selection))
}

export function tagsIn({ add, remove }: TagChanges): number[] {
  if (add.length + remove.length === 0) throw invalidInput({ add: 'name tags to add, or tags to remove' })
  const both = add.filter((id) => remove.includes(id))
  if (both.length > 0) throw invalidInput({ remove: `and add both name the tags ${both.join(', ')}` })
  return [...add, ...remove]
}
