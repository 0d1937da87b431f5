import { type Generated, type Selectable, sql } from 'kysely'
import type { DirectWay, GuardCulprit } from '../../platform/connector/parts/guard.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { GuardedItem, GuardState } from './guard.ts'

interface GuardTable {
  id: string
  site_id: number
  run: string | null
  type: 'plugin' | 'theme'
  slug: string
  name: string
  version: string
  vulnerable: boolean
  /** Sealed. */
  token: string | null
  state: GuardState
  reason: string | null
  /** JSON. */
  culprit: unknown
  armed_by: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  /** Null: the site did not say. */
  direct: DirectWay | null
  /** When its copy is put back; null: not wanted. */
  restore_at: Generated<Date | null>
  restore_tries: Generated<number>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    guards: GuardTable
  }
}

export const sealedGuardColumn = 'guards.token'

export type GuardRow = Omit<Selectable<GuardTable>, 'token' | 'culprit'>

const columns = [
  'id',
  'site_id',
  'run',
  'type',
  'slug',
  'name',
  'version',
  'vulnerable',
  'state',
  'reason',
  'armed_by',
  'created_at',
  'expires_at',
  'ended_at',
  'direct',
  'restore_at',
  'restore_tries',
] as const

export interface NewGuards {
  siteId: number
  run: string | null
  token: string
  armedBy: string
  now: Date
  expiresAt: Date
  items: readonly { id: string; item: GuardedItem }[]
}

export async function insertGuards(db: Db, secrets: Secrets, guards: NewGuards): Promise<void> {
  const token = secrets.seal(guards.token, sealedGuardColumn)
  const rows = guards.items.map(({ id, item: { type, slug, name, version, vulnerable } }) => ({
    ...{ id, site_id: guards.siteId, run: guards.run, type, slug, name, version, vulnerable, token },
    ...{ state: 'arming' as const, reason: null, culprit: null, armed_by: guards.armedBy },
    ...{ created_at: guards.now, expires_at: guards.expiresAt, ended_at: null, direct: null },
  }))
  if (rows.length > 0) await db.insertInto('guards').values(rows).execute()
}

export interface GuardChange {
  state: GuardState
  reason?: string | null
  culprit?: GuardCulprit | null
  direct?: DirectWay | null
  /** Nothing of it is left on the site. */
  ended?: Date
}

/** A culprit that is known stays. */
export async function updateGuard(db: Db, id: string, change: GuardChange): Promise<void> {
  const { state, reason, culprit, direct, ended } = change
  await db
    .updateTable('guards')
    .set({
      state,
      ...(reason !== undefined && { reason }),
      ...(culprit && { culprit: JSON.stringify(culprit) }),
      ...(direct && { direct }),
      ...(ended && { ended_at: ended, token: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Ends guards; what they did stays their state. */
export async function endGuards(
  db: Db,
  ids: readonly string[],
  state: 'disarmed' | 'expired',
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('guards')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', 'in', ['arming', 'armed', 'unknown'])
        .then(eb.val<GuardState>(state))
        .else(eb.ref('state'))
        .end(),
      ended_at: now,
      token: null,
    }))
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute()
}

export const listGuardsById = (db: Db, siteId: number, ids: readonly string[]): Promise<GuardRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('guards')
        .select(columns)
        .where('site_id', '=', siteId)
        .where('id', 'in', [...ids])
        .execute()

/** Guards that may still be on the site. */
export const listOpenGuards = (db: Db, siteId: number): Promise<GuardRow[]> =>
  db
    .selectFrom('guards')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Guards of these runs on the site, ended or not. */
export const listGuardsOfRuns = (db: Db, siteId: number, runs: readonly string[]): Promise<GuardRow[]> =>
  runs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('guards')
        .select(columns)
        .where('site_id', '=', siteId)
        .where('run', 'in', [...runs])
        .orderBy('created_at')
        .orderBy('id')
        .execute()

/** Of guards that have not ended, by id. */
export async function readGuardTokens(
  db: Db,
  secrets: Secrets,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('guards')
    .select(['id', 'token'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.flatMap(({ id, token }) => (token === null ? [] : [[id, secrets.open(token, sealedGuardColumn)]])),
  )
}

export interface RefusedBefore {
  site_id: number
  type: 'plugin' | 'theme'
  slug: string
  reason: string | null
  /** A reason of the whole site: no guard was armed there since then. */
  whole_site: boolean
}

/** Guards that sites refused since a time, and that were not armed since then. */
export const listRefusedGuards = (
  db: Db,
  siteIds: readonly number[],
  { since, reasons, siteReasons }: { since: Date; reasons: readonly string[]; siteReasons: readonly string[] },
): Promise<RefusedBefore[]> =>
  queryRows(
    db,
    sql<RefusedBefore>`select distinct on (site_id, type, slug) site_id, type, slug, reason,
        reason = any (${siteReasons}::text[]) as whole_site
      from guards as refused
      where site_id = any (${siteIds}::bigint[]) and state = 'refused' and created_at >= ${since}
        and reason = any (${[...reasons, ...siteReasons]}::text[])
        and not exists (select from guards as later where later.site_id = refused.site_id
          and later.created_at > refused.created_at and later.state not in ('refused', 'unknown', 'arming')
          and (refused.reason = any (${siteReasons}::text[]) or (later.type, later.slug) = (refused.type, refused.slug)))
      order by site_id, type, slug, created_at desc`,
  )

/** When copies are put back that could not be put back; null: no more. */
export async function scheduleRestore(
  db: Db,
  ids: readonly string[],
  { at, tries }: { at: Date | null; tries: number },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('guards')
    .set({ restore_at: at, restore_tries: tries })
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute()
}

/** Sites with guards whose time is over and that may have left something. */
export const listSitesToSweep = (db: Db, now: Date, limit: number) =>
  listSitesOfGuards(db, sql`guards.expires_at < ${now}`, limit)

/** Sites with a copy that is to be put back now. */
export const listSitesToRestore = (db: Db, now: Date, limit: number) =>
  listSitesOfGuards(db, sql`guards.restore_at <= ${now} and guards.expires_at > ${now}`, limit)

const listSitesOfGuards = (db: Db, condition: Fragment, limit: number): Promise<{ id: number; url: string }[]> =>
  queryRows(
    db,
    sql<{
      id: number
      url: string
    }>`select distinct sites.id, sites.url from guards join sites on sites.id = guards.site_id
      where guards.ended_at is null and ${condition} order by sites.id limit ${limit}`,
  )
