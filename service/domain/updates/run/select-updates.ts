import type { Context } from '../../../operation/context.ts'
import {
  type NamedSite,
  type SiteRef,
  type SiteRow,
  selectSites,
  siteDisconnected,
  siteSuspended,
} from '../../sites/index.ts'
import { type CheckChoice, chooseChecks, type SitePolicies } from '../../update-policies/index.ts'
import type { UpdateType } from '../update.ts'
import {
  listAvailableUpdates,
  listPendingUpdates,
  listSitesWithPendingUpdates,
  listUpToDateSlugs,
  type PendingUpdate,
} from '../update-store.ts'
import { applyPolicies, type PolicyContext } from './apply-policies.ts'
import { type ExactItem, readExactUpdates } from './exact-updates.ts'
import type { UpdateError } from './run-report.ts'
import type { UpdateHistoryRow } from './update-history-store.ts'
import type { RunItem, UpdateOutcome } from './update-outcome.ts'

/** A request to update many sites. */
export interface RunRequest {
  /** Empty: all sites that the caller may see. */
  refs: readonly SiteRef[]
  types: UpdateType[]
  /** Of any type; empty: every item. */
  slugs: readonly string[]
  /** Slugs of releases that failed before and are to be installed anyway, as if they were named. */
  failedReleases?: readonly string[]
  /** Leave out releases that failed before also where `slugs` names them. */
  leaveOutFailed?: boolean
  /** Return the job at once, even for a few sites. */
  background?: boolean
  /** Wait for the results, whatever the number of sites. */
  alwaysWait?: boolean
}

interface SitesToUpdate {
  /** Connected, with at least one selected update. */
  ready: NamedSite[]
  /** Suspended or disconnected, and named by the caller or with a selected update. */
  skipped: NamedSite[]
  namedAs: Map<number, SiteRef>
  errors: UpdateError[]
  /** All sites of the request, with or without a selected update. */
  siteIds: number[]
}

export async function selectSitesToUpdate(
  context: Context,
  { refs, types, slugs }: RunRequest,
): Promise<SitesToUpdate> {
  const { db, actor } = context
  const { sites, namedAs, errors } = await selectSites(context, { refs, ifEmpty: { status: 'any' } })
  const scope = refs.length > 0 ? { siteIds: sites.map(({ id }) => id), limits: null } : { limits: actor.limits }
  const rows = await listSitesWithPendingUpdates(db, { ...scope, types, slugs })
  const pending = new Set(rows.map(({ site_id }) => site_id))
  const isReady = (site: NamedSite) => site.status === 'connected'
  return {
    ready: sites.filter((site) => isReady(site) && pending.has(site.id)),
    skipped: sites.filter((site) => !isReady(site) && (pending.has(site.id) || refs.length > 0)),
    namedAs,
    errors,
    siteIds: sites.map(({ id }) => id),
  }
}

export const skippedSiteError = (site: NamedSite, identifier: SiteRef): UpdateError => ({
  identifier,
  type: 'site',
  ...toSkippedSite(site),
})

export function toSkippedSite(site: NamedSite) {
  const { code, message } = site.suspended_by !== 'none' ? siteSuspended(site) : siteDisconnected(site)
  return { site_id: site.id, site_url: site.url, site_name: site.name, code, message }
}

/** Which updates of a site to install. */
export interface UpdateSelection {
  types: UpdateType[]
  /** Of any type; empty: all. */
  slugs: readonly string[]
  /** Slugs of releases that failed before and are to be installed anyway. */
  failedReleases?: readonly string[] | undefined
  /** Leave out failed releases also where `slugs` names them. */
  leaveOutFailed?: boolean | undefined
  /** Only updates that were available by then. */
  offeredBefore?: Date | undefined
  /** Scheduled: updates that are known to fail are skipped. */
  automatic?: boolean | undefined
  /** Part of a run on many sites: items that a single site lacks are not reported. */
  run?: string | undefined
  /** Only these items in these versions, by key: the plan of a rollout. */
  frozen?: ReadonlyMap<string, string> | undefined
  /** Items of `frozen` that may come from the public directory when the site does not offer that version. */
  exact?: readonly ExactItem[] | undefined
  /** Part of the first wave of a rollout. */
  isCanary?: boolean | undefined
  /** What a person chose for the rollout instead of the policies. */
  checks?: CheckChoice | undefined
  /** Only items with these keys: a retry of what failed. */
  only?: ReadonlySet<string> | null | undefined
}

interface SelectedItems {
  items: RunItem[]
  /** Items that are not sent, with the reason. */
  refused: UpdateOutcome[]
  policies: SitePolicies
}

/** The pending updates of the site that are selected, each item once: all languages of a translation are one item. */
export async function selectItems(
  context: PolicyContext,
  site: SiteRow,
  selection: UpdateSelection,
  finished: readonly Pick<UpdateHistoryRow, 'type' | 'slug'>[],
): Promise<SelectedItems> {
  const { db } = context
  const done = new Set(finished.map(itemKey))
  const isOpen = (item: { type: UpdateType; slug: string }) =>
    !done.has(itemKey(item)) && (selection.only?.has(itemKey(item)) ?? true)
  const { automatic = false, frozen, exact = [] } = selection
  const offered = (await listPendingUpdates(db, site.id, selection)).filter(
    (update) => isOpen(update) && !(automatic && isKnownToFail(update)),
  )
  const isOffered = ({ type, slug, to }: ExactItem) =>
    offered.some((update) => itemKey(update) === itemKey({ type, slug }) && update.new_version === to)
  const { updates: unoffered, outcomes: notNeeded } = await readExactUpdates(
    db,
    site.id,
    exact.filter((item) => isOpen(item) && !isOffered(item)),
  )
  const selected = [...offered, ...unoffered]
  const { allowed, refused, policies } = await applyPolicies(context, site.id, selected, {
    automatic,
    isNamed: isNamedIn(selection),
  })
  const fromDirectory = new Set(unoffered.map(itemKey))
  const items = toRunItems(frozen ? allowed.filter((update) => isInPlan(update, frozen)) : allowed).map((item) =>
    fromDirectory.has(itemKey(item)) ? { ...item, exact: true as const } : item,
  )
  const byHost = items.filter(({ type }) => type === 'core' && site.facts?.managed_by_host)
  const found = [...items, ...finished, ...refused.map(({ update }) => update)]
  const missing = selection.run ? [] : await listNotPending(db, site, selection, found)
  return {
    items: items.filter((item) => !byHost.includes(item)),
    refused: [...byHost.map(managedByHost), ...refused.map(toRefused), ...notNeeded, ...missing],
    policies: selection.checks ? chooseChecks(policies, selection.checks) : policies,
  }
}

/** Named, ticked, part of the plan of a rollout, or retried. */
export const isNamedIn =
  ({
    slugs,
    failedReleases = [],
    leaveOutFailed = false,
    frozen,
    only,
  }: Pick<UpdateSelection, 'slugs' | 'failedReleases' | 'leaveOutFailed' | 'frozen' | 'only'>) =>
  ({ slug }: { slug: string }): boolean =>
    frozen !== undefined || Boolean(only) || failedReleases.includes(slug) || (!leaveOutFailed && slugs.includes(slug))

/** The versions that were planned, and no newer ones. */
const isInPlan = (update: PendingUpdate, frozen: ReadonlyMap<string, string>) =>
  frozen.get(itemKey(update)) === update.new_version

const toRefused = ({
  update,
  code,
  message,
}: {
  update: PendingUpdate
  code: string
  message: string
}): UpdateOutcome => {
  const item = toRunItem(update)
  return { ...item, to: item.from, result: 'skipped', code, message }
}

export const itemKey = ({ type, slug }: { type: UpdateType; slug: string }) => `${type} ${slug}`

/** Without a package a licence is missing; the site skips what does not fit its WordPress or PHP. */
const isKnownToFail = ({ has_package, fits_wordpress, fits_php }: PendingUpdate) =>
  !has_package || fits_wordpress === false || fits_php === false

/** Each item once. */
export const toRunItems = (updates: readonly PendingUpdate[]): RunItem[] => [
  ...new Map(updates.map((update) => [itemKey(update), toRunItem(update)])).values(),
]

const toRunItem = ({ type, slug, name, current_version, new_version }: PendingUpdate): RunItem => {
  return { type, slug, name, from: current_version, to: new_version }
}

const managedByHost = (item: RunItem): UpdateOutcome => ({
  ...item,
  to: item.from,
  result: 'skipped',
  code: 'svc_managed_by_host',
  message: 'The host of this site updates WordPress itself, so Flotilla does not.',
})

/** Items that the caller named and that are not pending: ignored, or not available. */
async function listNotPending(
  db: Context['db'],
  site: SiteRow,
  { slugs, types }: UpdateSelection,
  found: readonly { slug: string }[],
): Promise<UpdateOutcome[]> {
  const missing = [...new Set(slugs)].filter((slug) => !found.some((item) => item.slug === slug))
  if (missing.length === 0) return []
  // The type of an unknown slug is a guess: the only requested type, else plugin.
  const assumedType = (types.length === 1 ? types[0] : undefined) ?? 'plugin'
  const offers = new Map((await listAvailableUpdates(db, site.id)).map((update) => [update.slug, update]))
  const upToDate = await listUpToDateSlugs(db, [site.id], missing)
  return missing.map((slug) => {
    const offer = offers.get(slug)
    const from = offer?.current_version ?? ''
    const item = { type: offer?.type ?? assumedType, slug, name: offer?.name ?? slug, from, to: from }
    if (offer) {
      const message = `The update of ${item.name} is ignored or does not match the request.`
      return { ...item, result: 'skipped', code: 'svc_update_ignored', message }
    }
    const code = 'svc_nothing_to_update'
    const message = `No update of ${slug} is known for this site. Sync the site to make sure.`
    // Translations are not in the inventory of the site.
    if (upToDate.has(slug) || assumedType === 'translation') return { ...item, result: 'not_needed', code, message }
    return {
      ...item,
      result: 'failed',
      code,
      message: `${slug} is not installed on this site. Sync the site to make sure.`,
    }
  })
}
