import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ChannelRow } from '../channels/channel-store.ts'
import type { Digest, Hours, QuietHours, RuleSeverity } from './rule.ts'

type Json<T> = ColumnType<T | null, string | null, string | null>

export interface RuleTable {
  id: Generated<number>
  channel_id: number
  name: string
  active: Generated<boolean>
  types: string[]
  tag_ids: number[]
  client_ids: number[]
  min_severity: RuleSeverity
  hours: Json<Hours>
  quiet_hours: Json<QuietHours>
  delay_minutes: number
  digest: Digest
  send_recovery: boolean
  escalation_channel_id: number | null
  escalation_minutes: number | null
  muted_until: Date | null
  created_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    notification_rules: RuleTable
  }
}

export type RuleRow = Selectable<RuleTable>

/** Without the rules of built-in channels. */
const selectRules = (db: Db) =>
  db
    .selectFrom('notification_rules')
    .innerJoin('notification_channels', 'notification_channels.id', 'channel_id')
    .selectAll('notification_rules')
    .where('mail_type', 'is', null)
    .where('webhook_id', 'is', null)

export const findRule = (db: Db, id: number): Promise<RuleRow | undefined> =>
  selectRules(db).where('notification_rules.id', '=', id).executeTakeFirst()

export const listRuleRows = (db: Db): Promise<RuleRow[]> => selectRules(db).orderBy('notification_rules.id').execute()

export const insertRule = (db: Db, values: Insertable<RuleTable>): Promise<RuleRow> =>
  db.insertInto('notification_rules').values(values).returningAll().executeTakeFirstOrThrow()

export const updateRuleRow = (db: Db, id: number, values: Updateable<RuleTable>): Promise<RuleRow | undefined> =>
  db.updateTable('notification_rules').set(values).where('id', '=', id).returningAll().executeTakeFirst()

export async function deleteRuleRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notification_rules').where('id', '=', id).execute()
}

export interface ActiveRule {
  rule: RuleRow
  channel: ChannelRow
}

/** Rules that are on and whose channel is on, also those of built-in channels. */
export async function listActiveRules(db: Db): Promise<ActiveRule[]> {
  const [rules, channels] = await Promise.all([
    db.selectFrom('notification_rules').selectAll().where('active', '=', true).orderBy('id').execute(),
    db.selectFrom('notification_channels').selectAll().where('active', '=', true).execute(),
  ])
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  return rules.flatMap((rule) => {
    const channel = byId.get(rule.channel_id)
    return channel ? [{ rule, channel }] : []
  })
}

/** The tags of each of these sites. */
export async function listTagIdsOfSites(db: Db, siteIds: readonly number[]): Promise<Map<number, number[]>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db.selectFrom('site_tags').select(['site_id', 'tag_id']).where('site_id', 'in', siteIds).execute()
  const bySite = Map.groupBy(rows, ({ site_id }) => site_id)
  return new Map([...bySite].map(([siteId, own]) => [siteId, own.map(({ tag_id }) => tag_id)]))
}

/** Of these ids, those that do not exist. */
export async function listMissingIds(db: Db, table: 'tags' | 'clients', ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id))
}

export interface CoveredAddress extends Pick<ChannelRow, 'owner_kind' | 'owner_user_id' | 'owner_key_id'> {
  address: string
  types: string[]
}

/** E-mail addresses of channels with a rule for all sites at any time; an empty list of types means all. */
export async function listCoveredAddresses(db: Db, now: Date): Promise<CoveredAddress[]> {
  const rows = await db
    .selectFrom('notification_rules')
    .innerJoin('notification_channels', 'notification_channels.id', 'channel_id')
    .select(['shown as address', 'types', 'owner_kind', 'owner_user_id', 'owner_key_id'])
    .where('service', '=', 'email')
    .where('mail_type', 'is', null)
    .where('notification_channels.active', '=', true)
    .where('notification_rules.active', '=', true)
    .where(sql<boolean>`cardinality(tag_ids) + cardinality(client_ids) = 0`)
    .where('hours', 'is', null)
    .where('min_severity', '=', 'info')
    .where((where) =>
      where.or([
        where('notification_rules.muted_until', 'is', null),
        where('notification_rules.muted_until', '<=', now),
      ]),
    )
    .execute()
  return rows
}
