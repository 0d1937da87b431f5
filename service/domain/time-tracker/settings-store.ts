import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimeSettingsInput } from './time-settings.ts'

export type SettingsRow = Selectable<Tables['time_settings']>

/** `clientId` null: the global settings. */
export function findSettings(db: Db, clientId: number | null): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('time_settings')
    .selectAll()
    .where('client_id', 'is not distinct from', clientId)
    .executeTakeFirst()
}

/** Changes only the given fields. */
export async function upsertSettings(
  trx: Db,
  clientId: number | null,
  input: TimeSettingsInput,
  now: Date,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  await trx
    .insertInto('time_settings')
    .values({ ...empty, ...given, client_id: clientId, updated_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...given, updated_at: now }))
    .execute()
}

const empty = {
  default_timer_mode: null,
  currency: null,
  currency_position: null,
  thousand_separator: null,
  decimal_separator: null,
  decimals: null,
  rounding: null,
  rounding_direction: null,
  rounding_minutes: null,
}
