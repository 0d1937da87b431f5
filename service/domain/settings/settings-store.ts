import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    settings: { group_name: string; key: string; value: unknown; changed_at: Date }
  }
}

export const settingsChannel = 'settings_changed'

export type Stored = Record<string, unknown>

/** What was ever set, by group and key. */
export async function listStored(db: Db): Promise<Map<string, Stored>> {
  const rows = await db.selectFrom('settings').select(['group_name', 'key', 'value']).execute()
  const byGroup = Map.groupBy(rows, (row) => row.group_name)
  return new Map([...byGroup].map(([name, own]) => [name, toStored(own)]))
}

export async function findStored(db: Db, group: string): Promise<Stored> {
  return toStored(await db.selectFrom('settings').select(['key', 'value']).where('group_name', '=', group).execute())
}

const toStored = (rows: { key: string; value: unknown }[]): Stored =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]))

/** Edits take turns, so that each sees what the one before has made of the group. Readers do not wait. */
export async function lockTable(trx: Db): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(trx)
}

/** Stores the values, forgets the others, and tells every process. */
export async function storeValues(
  trx: Db,
  group: string,
  { values, forgotten }: { values: Stored; forgotten: string[] },
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
  if (forgotten.length > 0) {
    await trx.deleteFrom('settings').where('group_name', '=', group).where('key', 'in', forgotten).execute()
  }
  await notify(trx, settingsChannel)
}
