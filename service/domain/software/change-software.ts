import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { type ErrorCode, ServiceError } from '../../operation/errors.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { ItemOutcome } from '../../platform/connector/outcomes.ts'
import type { Outcomes } from '../../platform/connector/parts/plugins.ts'
import type { Theme } from '../../platform/connector/snapshot/software.ts'
import { type ItemChange, recordAttempt, recordIfFailed, recordItemChanges } from '../activity/index.ts'
import { startJob } from '../jobs/index.ts'
import { requireSite, type SiteRef, type SiteRow, withChild } from '../sites/index.ts'
import { syncSite } from '../sync/index.ts'
import { notInstalled, type Refusal, type RequestedChange, refusalOf } from './plan-change.ts'
import { listSiteSoftware } from './site-software-store.ts'
import {
  type Item,
  type ItemWithUpdate,
  type SoftwareError,
  type SoftwareKind,
  type ThemeEntry,
  toSoftwareItem,
  toThemeEntry,
} from './software.ts'

interface ChangeResult {
  site: SiteRow
  /** The changed items: as they are now, or as they were before they were deleted. */
  items: ItemWithUpdate[]
  errors: SoftwareError[]
}

/** A person waits this long for a change on the site. */
const answerWithinMs = 25_000

/** Locks the site until its new state is stored, so that no other change interferes. */
async function withLockedChild<T>(
  context: Context,
  ref: SiteRef,
  work: (child: ChildSite, site: SiteRow, how: How) => Promise<T>,
): Promise<T> {
  const { id } = await requireSite(context, ref)
  return context.siteLocks.hold(id, async () => {
    const site = await requireSite(context, id)
    const until = context.clock.now().getTime() + answerWithinMs
    return withChild(context, site, (child) => work(child, site, { until }))
  })
}

/** Activates or deactivates plugins. Stored data may be outdated, so only the site decides that a plugin is missing. */
export function switchPlugins(
  context: Context,
  ref: SiteRef,
  action: 'activate' | 'deactivate',
  slugs: readonly string[],
): Promise<ChangeResult> {
  const { db, ingest, connector } = context
  return withLockedChild(context, ref, async (child, site, how) => {
    const known = new Map((await listSiteSoftware(db, site.id, 'plugin')).map((item) => [item.slug, item]))
    const { allowed, refused } = splitByRefusal(slugs, (slug) => {
      const item = known.get(slug)
      return item ? refusalOf({ kind: 'plugin', action }, item) : null
    })
    const send = action === 'activate' ? activateEach : connector.deactivatePlugins
    const toChange = changeOf('plugin', `${action}-site-plugins`, `Plugin ${action}d`, known)
    const outcomes = await recordIfFailed(context, site.id, slugs.map(toChange), async () =>
      allowed.length === 0 ? nothing : send(child, allowed, how),
    )
    if (outcomes.snapshot) await ingest(site.id, outcomes.snapshot)
    const done = doneOf(outcomes)
    const items = (await listSiteSoftware(db, site.id, 'plugin')).filter(({ slug }) => done.has(slug))
    const errors = errorsOf(site, 'plugin', slugs, refused, outcomes)
    // A plugin that was active before is not activated by this call.
    const changed = [...done].filter((slug) => known.get(slug)?.active !== (action === 'activate'))
    await recordItemChanges(context, site.id, [...changed.map(toChange), ...toFailedChanges(errors, toChange)])
    return { site, items, errors: await lookUpLater(context, site, errors) }
  })

  /** A plugin that breaks the site ends the call, and the plugins after it are not tried: each gets its own call. */
  async function activateEach(child: ChildSite, requested: readonly string[], how: How): Promise<Outcomes> {
    const together = await connector.activatePlugins(child, requested, how)
    const outcomes = { ...together, items: [...together.items] }
    if (requested.length === 1) return outcomes
    for (const [index, { slug, code }] of together.items.entries()) {
      if (code !== 'svc_activation_failed') continue
      const alone = await connector.activatePlugins(child, [slug], how).catch((error: unknown) => {
        if (error instanceof ConnectorError) return nothing
        throw error
      })
      if (alone.items[0]) outcomes.items[index] = alone.items[0]
      if (alone.snapshot) outcomes.snapshot = alone.snapshot
    }
    return outcomes
  }
}

/** Deletes plugins or themes. The site is read first: stored data may be outdated. */
export function deleteSoftware(
  context: Context,
  ref: SiteRef,
  { slugs, ...change }: Omit<RequestedChange, 'action'> & { slugs: readonly string[] },
): Promise<ChangeResult> {
  const { ingest, connector } = context
  const { kind } = change
  return withLockedChild(context, ref, async (child, site, how) => {
    const listed = await (kind === 'plugin' ? connector.listPlugins(child, how) : connector.listThemes(child, how))
    const installed = new Map<string, Item>(listed.map((item) => [item.slug, toSoftwareItem(item)]))
    const { allowed, refused } = splitByRefusal(slugs, (slug) => {
      const item = installed.get(slug)
      return item ? refusalOf({ ...change, action: 'delete' }, item) : notInstalled(slug)
    })
    const send = kind === 'plugin' ? connector.deletePlugins : connector.deleteThemes
    const toChange = changeOf(
      kind,
      `delete-site-${kind}s`,
      `${kind === 'plugin' ? 'Plugin' : 'Theme'} deleted`,
      installed,
    )
    const outcomes = await recordIfFailed(context, site.id, slugs.map(toChange), async () =>
      allowed.length === 0 ? nothing : send(child, allowed, how),
    )
    if (outcomes.snapshot) await ingest(site.id, outcomes.snapshot)
    const items = [...doneOf(outcomes)].flatMap((slug) => {
      const item = installed.get(slug)
      return item ? [{ ...item, update_version: null }] : []
    })
    const errors = errorsOf(site, kind, slugs, refused, outcomes)
    const deleted = items.map(({ slug }) => toChange(slug))
    await recordItemChanges(context, site.id, [...deleted, ...toFailedChanges(errors, toChange)])
    return { site, items, errors: await lookUpLater(context, site, errors) }
  })
}

const nothing: Outcomes = { items: [] }

/** The change of an item in the log of the site, by the name of the item. */
const changeOf =
  (type: SoftwareKind, action: string, label: string, items: ReadonlyMap<string, { name: string }>) =>
  (slug: string): ItemChange => ({ type, action, label, item: items.get(slug)?.name || slug })

const toFailedChanges = (errors: readonly SoftwareError[], toChange: (slug: string) => ItemChange) =>
  errors.map(({ slug, code, message }) => ({ ...toChange(slug), failure: { code, message } }))

/** Queues a sync of the site when an outcome is not known; the job is named in these errors. */
async function lookUpLater(context: Context, site: SiteRow, errors: SoftwareError[]): Promise<SoftwareError[]> {
  if (!errors.some(({ code }) => code === 'svc_outcome_unknown')) return errors
  const targets = [{ siteId: site.id, label: site.url, input: { site_id_or_domain: site.id } }]
  const job = await startJob(context, { kind: 'sync', operation: syncSite, targets })
  return errors.map((error) =>
    error.code === 'svc_outcome_unknown'
      ? {
          ...error,
          message: `${error.message} The site is read again in the background; see its list of ${error.type}s.`,
          job_id: String(job.id),
        }
      : error,
  )
}

/** Each slug once: allowed ones, and the reasons of the others. */
function splitByRefusal(slugs: readonly string[], refusal: (slug: string) => Refusal | null) {
  const refused = new Map<string, Refusal>()
  const allowed: string[] = []
  for (const slug of new Set(slugs)) {
    const reason = refusal(slug)
    if (reason) refused.set(slug, reason)
    else allowed.push(slug)
  }
  return { allowed, refused }
}

const doneOf = ({ items }: Outcomes) =>
  new Set(items.filter(({ outcome }) => outcome === 'done').map(({ slug }) => slug))

function errorsOf(
  site: SiteRow,
  type: SoftwareKind,
  slugs: readonly string[],
  refused: ReadonlyMap<string, Refusal>,
  { items }: Outcomes,
): SoftwareError[] {
  const outcomes = new Map(items.map((item) => [item.slug, item]))
  return [...new Set(slugs)].flatMap((slug) => {
    const item = outcomes.get(slug)
    const refusal = refused.get(slug)
    if (!refusal && item?.outcome === 'done') return []
    const code = refusal?.code ?? item?.code ?? 'svc_outcome_unknown'
    const message = refusal?.message ?? item?.message ?? `It is not known what happened to ${slug}. Sync the site.`
    return [{ identifier: slug, site_id: site.id, site_url: site.url, type, slug, code, message }]
  })
}

type Entry = z.input<typeof ThemeEntry>

/** Activates a theme. The site is read first: activating a missing theme would break it. */
export function activateTheme(
  context: Context,
  ref: SiteRef,
  slug: string,
): Promise<{ site: SiteRow; theme: Entry; previous: Entry | null }> {
  const { db, connector, ingest } = context
  return withLockedChild(context, ref, async (child, site, how) => {
    const installed = await connector.listThemes(child, how)
    const found = installed.find(({ slug: each }) => each === slug)
    const before = installed.find(({ active }) => active)
    const change = { type: 'theme', action: 'activate-site-theme', label: 'Theme activated', item: found?.name || slug }
    const activate = async () => {
      if (!found) throw themeNotFound(slug, site)
      if (found.active) return found
      const { items, snapshot } = await connector.activateTheme(child, slug, how)
      if (snapshot) await ingest(site.id, snapshot)
      const outcome = items[0]
      if (outcome?.outcome !== 'done') throw themeNotActivated(slug, outcome)
      return found
    }
    const theme = await recordAttempt(context, site.id, change, activate, ({ active }) => !active)
    const updates = new Map(
      (await listSiteSoftware(db, site.id, 'theme')).map((item) => [item.slug, item.update_version]),
    )
    const describe = (item: Theme, active: boolean) =>
      toThemeEntry({ ...toSoftwareItem(item), active, update_version: updates.get(item.slug) ?? null })
    return {
      site,
      theme: describe(theme, true),
      previous: before ? describe(before, before === theme) : null,
    }
  })
}

const themeNotFound = (slug: string, site: { id: number; url: string }) =>
  new ServiceError('svc_theme_not_found', 'missing', `${site.url} has no theme ${slug}; nothing was changed.`, {
    site_id: site.id,
    slug,
  })

const themeNotActivated = (slug: string, outcome: ItemOutcome | undefined) => {
  const code: ErrorCode = outcome?.code ?? 'svc_activation_failed'
  const message = outcome?.message ?? `The site did not activate ${slug}.`
  return new ServiceError(code, 'child-error', message, { slug })
}
