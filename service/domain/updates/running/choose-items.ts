import type { Context } from '../../../operation/context.ts'
import type { SiteRow } from '../../sites/index.ts'
import { listPendingUpdatesOfSite, type PendingUpdate } from '../pending-updates.ts'
import type { UpdateType } from '../update.ts'
import { updatesOfSite } from '../update-store.ts'
import type { HistoryRow } from './history-store.ts'
import type { ItemOutcome, RunItem } from './outcome.ts'

/** Which updates of a site are meant. */
export interface Wanted {
  types: UpdateType[]
  /** Of any type; empty: all. */
  slugs: readonly string[]
  /** Only what was on offer by then. */
  offeredBefore?: Date | undefined
  /** By the timetable: what is known to fail is left alone. */
  automatic?: boolean | undefined
  /** Part of a larger order, which is answered as a whole: what a single site lacks is not worth a word. */
  run?: string | undefined
}

export interface Chosen {
  items: RunItem[]
  /** What will not even be tried, with the reason. */
  refused: ItemOutcome[]
}

/** What waits on the site now and is wanted, each item once: all languages of a translation are one. */
export async function chooseItems(
  { db }: Pick<Context, 'db'>,
  site: SiteRow,
  wanted: Wanted,
  done: readonly Pick<HistoryRow, 'type' | 'slug'>[],
): Promise<Chosen> {
  const over = new Set(done.map(keyOf))
  const waiting = (await listPendingUpdatesOfSite(db, site.id, wanted)).filter(
    (update) => !over.has(keyOf(update)) && !(wanted.automatic && isKnownToFail(update)),
  )
  const items = itemsOf(waiting)
  const byHost = items.filter(({ type }) => type === 'core' && site.facts?.managed_by_host)
  const missing = wanted.run ? [] : await notWaiting(db, site, wanted, [...items, ...done])
  return {
    items: items.filter((item) => !byHost.includes(item)),
    refused: [...byHost.map(updatedByHost), ...missing],
  }
}

export const keyOf = ({ type, slug }: { type: UpdateType; slug: string }) => `${type} ${slug}`

/** Without a package a licence is missing; what does not fit the site's WordPress or PHP is skipped there. */
export const isKnownToFail = ({ has_package, fits_wordpress, fits_php }: PendingUpdate) =>
  !has_package || fits_wordpress === false || fits_php === false

/** Each item once. */
export const itemsOf = (updates: readonly PendingUpdate[]): RunItem[] => [
  ...new Map(updates.map((update) => [keyOf(update), toItem(update)])).values(),
]

const toItem = ({ type, slug, name, current_version, new_version }: PendingUpdate): RunItem => {
  return { type, slug, name, from: current_version, to: new_version }
}

const updatedByHost = (item: RunItem): ItemOutcome => ({
  ...item,
  to: item.from,
  result: 'skipped',
  code: 'svc_managed_by_host',
  message: 'The host of this site updates WordPress itself; it is not ours to do.',
})

/** What the caller named and what does not wait: ignored, or not on offer at all. */
async function notWaiting(
  db: Context['db'],
  site: SiteRow,
  { slugs, types }: Wanted,
  found: readonly { slug: string }[],
): Promise<ItemOutcome[]> {
  const missing = [...new Set(slugs)].filter((slug) => !found.some((item) => item.slug === slug))
  if (missing.length === 0) return []
  // Nobody knows what an unknown slug is, but who asked for themes meant a theme.
  const meant = types.length === 1 ? types[0]! : 'plugin'
  const offers = new Map((await updatesOfSite(db, site.id)).map((update) => [update.slug, update]))
  return missing.map((slug) => {
    const offer = offers.get(slug)
    const from = offer?.current_version ?? ''
    const about = { type: offer?.type ?? meant, slug, name: offer?.name ?? slug, from, to: from }
    return offer
      ? {
          ...about,
          result: 'skipped',
          code: 'svc_update_ignored',
          message: `The update of ${about.name} is ignored, or does not fit what was asked for.`,
        }
      : {
          ...about,
          result: 'not_needed',
          code: 'svc_nothing_to_update',
          message: `No update of ${slug} is known for this site; sync it to be sure.`,
        }
  })
}
