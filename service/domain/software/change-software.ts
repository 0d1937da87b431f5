import type { Context } from '../../operation/context.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { Outcomes } from '../../platform/connector/parts/plugins.ts'
import { requireSite, type SiteRef, type SiteRow, withChild, withSiteLock } from '../sites/index.ts'
import { notInstalled, type Refusal, refusalOf, type WantedChange } from './refusals.ts'
import { softwareOfSite } from './site-software-store.ts'
import { type Item, type ItemError, type ItemWithUpdate, type SoftwareKind, toItem } from './software.ts'

export interface Changed {
  site: SiteRow
  /** What was changed: as it is now, or as it was before it was deleted. */
  items: ItemWithUpdate[]
  errors: ItemError[]
}

/** Speaks to a site alone: nobody else changes it before what it then showed is stored. */
export async function onSite<T>(
  context: Context,
  ref: SiteRef,
  work: (child: ChildSite, site: SiteRow) => Promise<T>,
): Promise<T> {
  const { id } = await requireSite(context, ref)
  return withSiteLock(context, id, async () => {
    const site = await requireSite(context, id)
    return withChild(context, site, (child) => work(child, site))
  })
}

/** Activates or deactivates plugins. What is stored may be outdated, so only the site can say that one is not there. */
export function switchPlugins(
  context: Context,
  ref: SiteRef,
  action: 'activate' | 'deactivate',
  slugs: readonly string[],
): Promise<Changed> {
  const { db, ingest, connector } = context
  return onSite(context, ref, async (child, site) => {
    const known = new Map((await softwareOfSite(db, site.id, 'plugin')).map((item) => [item.slug, item]))
    const { allowed, refused } = sortOut(slugs, (slug) => {
      const item = known.get(slug)
      return item ? refusalOf({ kind: 'plugin', action }, item) : null
    })
    const send = action === 'activate' ? activateEach : connector.deactivatePlugins
    const outcomes = allowed.length === 0 ? nothing : await send(child, allowed)
    if (outcomes.snapshot) await ingest(site.id, outcomes.snapshot)
    const done = doneOf(outcomes)
    const items = (await softwareOfSite(db, site.id, 'plugin')).filter(({ slug }) => done.has(slug))
    return { site, items, errors: errorsOf(site, 'plugin', slugs, refused, outcomes) }
  })

  /** A plugin that breaks the site ends the call, and those behind it were not even tried: they get a call of their own. */
  async function activateEach(child: ChildSite, wanted: readonly string[]): Promise<Outcomes> {
    const together = await connector.activatePlugins(child, wanted)
    const outcomes = { ...together, items: [...together.items] }
    if (wanted.length === 1) return outcomes
    for (const [place, { slug, code }] of together.items.entries()) {
      if (code !== 'svc_activation_failed') continue
      const alone = await connector.activatePlugins(child, [slug]).catch((error: unknown) => {
        if (error instanceof ConnectorError) return nothing
        throw error
      })
      outcomes.items[place] = alone.items[0] ?? outcomes.items[place]!
      if (alone.snapshot) outcomes.snapshot = alone.snapshot
    }
    return outcomes
  }
}

/** Deletes what the site, asked at this moment, has and can spare. */
export function deleteSoftware(
  context: Context,
  ref: SiteRef,
  { slugs, ...wanted }: Omit<WantedChange, 'action'> & { slugs: readonly string[] },
): Promise<Changed> {
  const { ingest, connector } = context
  const { kind } = wanted
  return onSite(context, ref, async (child, site) => {
    const seen = await (kind === 'plugin' ? connector.listPlugins(child) : connector.listThemes(child))
    const installed = new Map<string, Item>(seen.map((item) => [item.slug, toItem(item)]))
    const { allowed, refused } = sortOut(slugs, (slug) => {
      const item = installed.get(slug)
      return item ? refusalOf({ ...wanted, action: 'delete' }, item) : notInstalled(slug)
    })
    const send = kind === 'plugin' ? connector.deletePlugins : connector.deleteThemes
    const outcomes = allowed.length === 0 ? nothing : await send(child, allowed)
    if (outcomes.snapshot) await ingest(site.id, outcomes.snapshot)
    const items = [...doneOf(outcomes)].map((slug) => ({ ...installed.get(slug)!, update_version: null }))
    return { site, items, errors: errorsOf(site, kind, slugs, refused, outcomes) }
  })
}

const nothing: Outcomes = { items: [] }

/** Each slug once: those that may be sent, and why the others may not. */
function sortOut(slugs: readonly string[], refusal: (slug: string) => Refusal | null) {
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
): ItemError[] {
  const outcomes = new Map(items.map((item) => [item.slug, item]))
  return [...new Set(slugs)].flatMap((slug) => {
    const item = outcomes.get(slug)
    const refusal = refused.get(slug)
    if (!refusal && item?.outcome === 'done') return []
    const code = refusal?.code ?? item?.code ?? 'svc_outcome_unknown'
    const message = refusal?.message ?? item?.message ?? `Nobody can say what became of ${slug}.`
    return [{ identifier: slug, site_id: site.id, site_url: site.url, type, slug, code, message }]
  })
}
