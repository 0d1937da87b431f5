import type { Context } from '../../../operation/context.ts'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import {
  type SiteRef,
  selectSites,
  siteDisconnected,
  siteNotFound,
  siteSuspended,
  type TakeoverFailure,
  takeOverKey,
} from '../../sites/index.ts'
import { listAllMovedSites, type MovedSiteRow, recordTakeover } from './moved-sites-store.ts'

/** Throws when it failed, with the key that works now in the message. */
export async function takeOver(context: Context, siteId: number): Promise<void> {
  const { db, clock } = context
  const [site] = await listAllMovedSites(db, { siteIds: [siteId] })
  if (!site) throw siteNotFound(siteId)
  // It was taken over by another call, or a sync found that the site has the new key.
  if (site.state === 'taken_over') return recordTakeover(db, siteId, null, clock.now())
  const failure = await takeOverKey(context, siteId, site.source)
  const problem = failure && explain(failure)
  await recordTakeover(db, siteId, problem, clock.now())
  if (problem) throw problem
}

const meaning: Record<TakeoverFailure['key'], string> = {
  old: 'The site keeps its old key, and both dashboards can use it as before.',
  unknown:
    'The site did not answer afterwards, so it is not known which key it has. Both keys are stored here, and the next call or takeover uses the one that works.',
  none: 'The site refuses the old and the new key. Reconnect it.',
}

const explain = ({ problem: { code, kind, message, details }, key }: TakeoverFailure) =>
  new ServiceError(code, kind, `${message} ${meaning[key]}`, { ...details, key })

export interface SkippedTakeover {
  site_id: number
  site_url: string
  site_name: string
  code: string
  message: string
}

export interface TakeoverSelection {
  sites: MovedSiteRow[]
  skipped: SkippedTakeover[]
}

interface Wanted {
  site_ids_or_domains: readonly SiteRef[]
  tag_ids: readonly number[]
  exclude: readonly SiteRef[]
}

/** The sites of a wave that another dashboard can still use. Named sites that do not exist are refused, not skipped. */
export async function selectForTakeover(
  context: Pick<Context, 'db' | 'actor'>,
  { site_ids_or_domains: refs, tag_ids, exclude }: Wanted,
): Promise<TakeoverSelection> {
  const { db } = context
  if (refs.length + tag_ids.length === 0)
    throw invalidInput({ site_ids_or_domains: 'is empty; name sites, or tags in tag_ids' })
  const named = refs.length === 0 ? [] : await requireNamed(context, refs, 'site_ids_or_domains')
  const excluded = new Set(exclude.length === 0 ? [] : await requireNamed(context, exclude, 'exclude'))
  const rows = [
    ...(named.length === 0 ? [] : await listAllMovedSites(db, { siteIds: named.map(({ id }) => id) })),
    ...(tag_ids.length === 0 ? [] : await listAllMovedSites(db, { tagIds: tag_ids })),
  ]
  const excludedIds = new Set([...excluded].map(({ id }) => id))
  const moved = new Map(rows.filter(({ site_id }) => !excludedIds.has(site_id)).map((row) => [row.site_id, row]))
  const skipped = named
    .filter(({ id }) => !moved.has(id) && !excludedIds.has(id))
    .map((site) => skip({ site_id: site.id, url: site.url, name: site.name }, notMoved))
  const sites: MovedSiteRow[] = []
  for (const row of moved.values()) {
    const reason = reasonToSkip(row)
    if (reason === null) sites.push(row)
    else skipped.push(skip(row, reason))
  }
  return { sites: sites.toSorted((a, b) => a.site_id - b.site_id), skipped }
}

async function requireNamed(context: Pick<Context, 'db' | 'actor'>, refs: readonly SiteRef[], field: string) {
  const { sites, errors } = await selectSites(context, { refs })
  const unknown = errors.slice(0, 20).map(({ identifier }) => identifier)
  if (unknown.length > 0) throw invalidInput({ [field]: `names no site: ${unknown.join(', ')}` })
  return sites
}

const notMoved = {
  code: 'svc_nothing_to_take_over',
  message: 'It was not imported with a key of another dashboard, so there is nothing to take over.',
}
const alreadyDone = { code: 'svc_nothing_to_take_over', message: 'It was taken over already.' }

function reasonToSkip(row: MovedSiteRow): { code: string; message: string } | null {
  const site = { id: row.site_id, name: row.name, url: row.url }
  if (row.state === 'taken_over') return alreadyDone
  if (row.status === 'suspended') return siteSuspended(site)
  return row.status === 'disconnected' ? siteDisconnected(site) : null
}

const skip = (
  { site_id, url, name }: Pick<MovedSiteRow, 'site_id' | 'url' | 'name'>,
  { code, message }: { code: string; message: string },
): SkippedTakeover => ({ site_id, site_url: url, site_name: name, code, message })
