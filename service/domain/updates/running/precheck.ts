import type { Context } from '../../../operation/context.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { leaseSecondsOf, requireSite, withChild } from '../../sites/index.ts'
import { type HistoryRow, rowsInDoubt } from './history-store.ts'
import { type Sight, seenAfterwards } from './judge.ts'
import type { ItemOutcome, RunItem } from './outcome.ts'

const everythingThatShows = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
] as const

const pauseMs = 2_000
const mostLooks = 8

/** What was begun on the site and never ended, by the run that began it. */
export interface Settled {
  row: HistoryRow
  outcome: ItemOutcome
}

/**
 * Looks at the site before anything is sent to it, and says what became of what others began there. A call that was
 * begun just before its sender died may still be at work: then the site is looked at until that is unlikely.
 */
export async function precheck(context: Context, siteId: number): Promise<Settled[]> {
  const { db, clock, ingest } = context
  const now = () => clock.now().getTime()
  const open = await rowsInDoubt(db, siteId)
  const quietAfter = Math.max(0, ...open.map((row) => row.begun_at.getTime())) + leaseSecondsOf(db) * 1000
  const settle = (seen: SiteSnapshot) =>
    open.map((row) => ({ row, outcome: seenAfterwards(itemOf(row), sightOf(seen, row)) }))
  for (let look = 1; ; look++) {
    const last = open.length === 0 || look === mostLooks
    const seen = await lookOnce(context, siteId, { again: !last, skipQueue: look > 1 })
    const settled = seen && settle(seen)
    const isOver = last || now() >= quietAfter || settled?.every(({ outcome }) => outcome.result === 'updated')
    if (settled && isOver) {
      await ingest(siteId, seen)
      return settled
    }
    await new Promise<void>((resolve) => void clock.after(pauseMs * look, resolve))
  }
}

/** Undefined while the site is closed or does not answer; the last time its error is the answer. */
async function lookOnce(
  context: Context,
  siteId: number,
  { again, skipQueue }: { again: boolean; skipQueue: boolean },
): Promise<SiteSnapshot | undefined> {
  const site = await requireSite(context, siteId)
  try {
    return await withChild(context, site, (child) =>
      context.connector.readSite(child, { parts: everythingThatShows }, { skipQueue }),
    )
  } catch (error) {
    if (again && error instanceof ConnectorError && error.kind === 'unreachable') return undefined
    throw error
  }
}

const itemOf = ({ type, slug, name, from_version, to_version }: HistoryRow): RunItem => {
  return { type, slug, name, from: from_version, to: to_version }
}

function sightOf(snapshot: SiteSnapshot, { type, slug, from_version: from, to_version: to }: HistoryRow): Sight {
  if (type === 'translation') {
    // Without a version of its own: done when it is not on offer any more.
    const offers = snapshot.translationUpdates
    return offers && { changed: !offers.some((offer) => offer.slug === slug), version: from }
  }
  const items = type === 'plugin' ? snapshot.plugins : snapshot.themes
  if (type !== 'core' && !items) return undefined
  const item = items?.find((each) => each.slug === slug)
  const version = type === 'core' ? snapshot.wordpressVersion : item?.version
  // What is not there, or shows no version, was not updated; who did not know the old version goes by the new one.
  if (!version) return { changed: false, version: from }
  return { changed: from === '' ? version === to : version !== from, version }
}
