import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    settings: { group_name: string; key: string; value: unknown; changed_at: Date }
  }
}

export const settingsChannel = 'settings_changed'

export type StoredValues = Record<string, unknown>

/** All stored values by group. */
export async function listStoredValues(db: Db): Promise<Map<string, StoredValues>> {
  const rows = await db.selectFrom('settings').select(['group_name', 'key', 'value']).execute()
  const byGroup = Map.groupBy(rows, (row) => row.group_name)
  return new Map([...byGroup].map(([name, own]) => [name, toStoredRow(own)]))
}

export async function findStoredValues(db: Db, group: string): Promise<StoredValues> {
  return toStoredRow(await db.selectFrom('settings').select(['key', 'value']).where('group_name', '=', group).execute())
}

const toStoredRow = (rows: { key: string; value: unknown }[]): StoredValues =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]))

/** Serialises edits, so that each sees the result of the previous one. Does not block readers. */
export async function lockSettings(trx: Db): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(trx)
}

/** Stores `values`, deletes the keys in `deleted` and notifies every process. */
export async function upsertValues(
  trx: Db,
  group: string,
  { values, deleted }: { values: StoredValues; deleted: string[] },
  now: Date,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    group_name: group,
    key,
    value: JSON.stringify(value),
    changed_at: now,
  }))
  if (rows.length > 0) {
    await trx
      .insertInto('settings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['group_name', 'key']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          changed_at: row.ref('excluded.changed_at'),
        })),
      )
      .execute()
  }
  if (deleted.length > 0) {
    await trx.deleteFrom('settings').where('group_name', '=', group).where('key', 'in', deleted).execute()
  }
  await notify(trx, settingsChannel)
}
