import type { z } from 'zod'
import { ownValue } from '../../operation/own-value.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientBrandingShape, type OwnBranding } from './client-branding.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    client_report_settings: { client_id: number; key: string; value: unknown; changed_at: Date }
  }
}

/** Stored values that are still valid. */
export async function listClientBranding(db: Db, clientId: number): Promise<OwnBranding> {
  const rows = await db
    .selectFrom('client_report_settings')
    .select(['key', 'value'])
    .where('client_id', '=', clientId)
    .execute()
  return Object.fromEntries(
    rows.flatMap(({ key, value }) => {
      const read = ownValue<z.ZodType>(clientBrandingShape, key)?.safeParse(value)
      return read?.success ? [[key, read.data]] : []
    }),
  )
}

/** Null removes the client's own value; undefined changes nothing. */
export async function updateClientBrandingRows(
  trx: Db,
  clientId: number,
  given: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  const set = sent.filter(([, value]) => value !== null)
  const removed = sent.filter(([, value]) => value === null).map(([key]) => key)
  if (set.length > 0)
    await trx
      .insertInto('client_report_settings')
      .values(set.map(([key, value]) => ({ client_id: clientId, key, value: JSON.stringify(value), changed_at: now })))
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'key']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          changed_at: row.ref('excluded.changed_at'),
        })),
      )
      .execute()
  if (removed.length > 0)
    await trx
      .deleteFrom('client_report_settings')
      .where('client_id', '=', clientId)
      .where('key', 'in', removed)
      .execute()
}
