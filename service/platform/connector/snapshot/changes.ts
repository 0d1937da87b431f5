import { maxItems, maxLength } from '../reading/limits.ts'
import { line, webAddress } from '../reading/text.ts'
import { fromUnix } from '../reading/times.ts'
import {
  asMap,
  count,
  entriesOf,
  firstEntries,
  idOf,
  isCollection,
  isMap,
  keyword,
  readNumber,
  type WireMap,
} from '../reading/values.ts'
import type { PartReader } from './part-reader.ts'

/** Unix seconds up to which each stream was read; null reads from its beginning. */
export interface ChangeCursor {
  actionsAfter: number | null
  logAfter: number | null
}

export const startCursor: ChangeCursor = { actionsAfter: null, logAfter: null }

/** A change of a plugin, a theme or WordPress that was not made by us. */
export interface OutsideAction {
  /** The same action always has the same key. */
  key: string
  at: Date | null
  context: string
  action: string
  user: string
  summary: string
  itemName: string
  itemSlug: string
  ip: string
  agent: string
}

/** One row of the site's own log. */
export interface LoggedChange {
  /** Rows are repeated when the cursor steps back; the same row always has the same key. */
  key: string
  id: number
  /** One of the 165 types of change. */
  typeId: number
  /** Precise to the second: the site sends wrong fractions. */
  at: Date | null
  context: string
  action: string
  user: string
  userRoles: string
  ip: string
  userAgent: string
  postId: number | null
  postType: string
  postStatus: string
  /** Further details of the site, as text. */
  details: { name: string; value: string }[]
}

export function readActions(reader: PartReader, raw: unknown): OutsideAction[] | undefined {
  return reader.items('changes', withoutAdmin(raw), maxItems.logRows, (item, key) => {
    if (!/^\d{1,30}$/.test(key)) return undefined
    const meta = asMap(item.meta_data)
    const [person, extra] = [asMap(meta.user_meta), asMap(meta.extra_info)]
    return {
      key,
      at: fromUnix(item.created, reader.now),
      context: keyword(item.context),
      action: keyword(item.action),
      user: line(item.action_user, maxLength.name),
      summary: line(item.summary, maxLength.title),
      itemName: line(extra.name, maxLength.name),
      itemSlug: line(meta.slug ?? extra.slug, maxLength.name),
      ip: line(person.ip, 60),
      agent: keyword(person.agent),
    }
  })
}

/** Connectors before 6.0 list the connected user among the actions. */
function withoutAdmin(raw: unknown): unknown {
  if (!isMap(raw) || typeof raw.connected_admin !== 'string') return raw
  const { connected_admin: _, ...actions } = raw
  return actions
}

// Our own registrations are logged with half of their token in the value.
const secretMeta = /_mainwp_child_user_verified_registers$/

/** Whether a row must not be stored. */
function holdsSecret({ meta_data }: WireMap): boolean {
  return Object.values(asMap(meta_data)).some((value) => typeof value === 'string' && secretMeta.test(value))
}

/** Undefined if no rows were requested: the site then sends an empty text. */
export function readLog(reader: PartReader, raw: unknown, requested: number): LoggedChange[] | undefined {
  if (!isCollection(raw)) return undefined
  const limit = Math.min(maxItems.logRows, requested)
  const { entries, total: sent } = firstEntries(raw, limit)
  if (sent > limit) reader.note('changes', `has ${sent} rows where ${limit} were requested; the first ones were read`)
  const kept = entries.filter(([, row]) => !holdsSecret(asMap(row)))
  return reader.items(
    'changes',
    Object.fromEntries(kept),
    limit,
    (row) => readRow(reader, row),
    ({ key }) => key,
  )
}

/** The site is part of a WordPress network (multisite). */
export interface SiteNetwork {
  /** The number of the site in its network; null if no row is about the site itself. */
  blogId: number | null
}

/**
 * Whether the site is part of a network. No field of the connector says it, but in a network it adds the address of the site to each row
 * of the log. Null: the newest row has none. Undefined: there are no rows.
 */
export function readNetwork(raw: unknown, siteUrl: string): SiteNetwork | null | undefined {
  const rows = entriesOf(raw, maxItems.logRows).map(([, row]) => asMap(row))
  const newest = rows.reduce<WireMap | undefined>(
    (latest, row) => ((idOf(row.id) ?? 0) > (idOf(latest?.id) ?? 0) ? row : latest),
    undefined,
  )
  if (!newest) return undefined
  const urlOf = ({ meta_data }: WireMap) => webAddress(asMap(meta_data).siteurl)
  if (urlOf(newest) === '' && (idOf(newest.blog_id) ?? 1) <= 1) return null
  // Work on other sites of the network can be in the log of this one.
  const own = rows.findLast((row) => siteUrl !== '' && urlOf(row) === siteUrl)
  return { blogId: own ? idOf(own.blog_id) : null }
}

function readRow(reader: PartReader, row: WireMap): LoggedChange | undefined {
  const [id, typeId, second] = [idOf(row.id), idOf(row.log_type_id), wholeSecond(row.created_on)]
  if (id === null || typeId === null || second === null) return undefined
  const ip = line(row.client_ip, 60)
  return {
    // Ids start again after the site's log was emptied.
    key: `${id}.${second}.${typeId}`,
    id,
    typeId,
    at: fromUnix(second, reader.now),
    context: keyword(row.context),
    action: keyword(row.action_name),
    user: line(row.username, maxLength.name),
    userRoles: line(row.user_roles, maxLength.name),
    // For private addresses the site sends the text of an error.
    ip: /^[0-9A-Fa-f:.]+$/.test(ip) ? ip : '',
    userAgent: line(row.user_agent, maxLength.title),
    postId: idOf(row.post_id),
    postType: keyword(row.post_type),
    postStatus: keyword(row.post_status),
    details: detailsOf(asMap(row.meta_data)),
  }
}

function detailsOf(meta: WireMap): LoggedChange['details'] {
  const details: LoggedChange['details'] = []
  const add = (name: string, value: unknown) => {
    const text = typeof value === 'string' || typeof value === 'number' ? line(value, maxLength.title) : ''
    if (text !== '' && details.length < 24 && /^[\w.-]{1,60}$/.test(name)) details.push({ name, value: text })
  }
  for (const [name, value] of Object.entries(meta)) {
    if (name === 'user_meta' || name === 'user_data') continue
    if (isMap(value)) for (const [inner, scalar] of Object.entries(value)) add(`${name}.${inner}`, scalar)
    else add(name, value)
  }
  return details
}

function wholeSecond(value: unknown): number | null {
  const seconds = readNumber(value)
  return seconds === null ? null : count(Math.floor(seconds))
}

/**
 * The next cursor. The log loses the leading zeros of a second's fraction, so a row may really be up to a second before
 * its time: the cursor steps back, and keys identify known rows. Times in the future do not advance it.
 */
export function nextCursor(before: ChangeCursor, now: Date, actions: unknown, log: unknown): ChangeCursor {
  const latestAction = latest(actions, 'created', now)
  const latestRow = latest(log, 'created_on', now)
  return {
    actionsAfter: later(before.actionsAfter, latestAction),
    logAfter: later(before.logAfter, latestRow === null ? null : Math.floor(latestRow) - 1),
  }
}

function latest(rows: unknown, field: string, now: Date): number | null {
  let highest: number | null = null
  for (const [, row] of entriesOf(rows, maxItems.logRows)) {
    const seconds = readNumber(asMap(row)[field])
    if (seconds !== null && fromUnix(seconds, now) !== null && (highest === null || seconds > highest))
      highest = seconds
  }
  return highest
}

function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one
}
