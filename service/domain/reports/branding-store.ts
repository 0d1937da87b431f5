import type { z } from 'zod'
import { ownValue } from '../../operation/own-value.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Branding, brandingShape, defaultBranding } from './branding.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    report_settings: { key: string; value: unknown; changed_at: Date }
  }
}

/** Stored values that are still valid, else the default. */
export async function findBranding(db: Db): Promise<Branding> {
  const rows = await db.selectFrom('report_settings').select(['key', 'value']).execute()
  const stored = Object.fromEntries(
    rows.flatMap(({ key, value }) => {
      const read = ownValue<z.ZodType>(brandingShape, key)?.safeParse(value)
      return read?.success ? [[key, read.data]] : []
    }),
  )
  return { ...defaultBranding, ...stored }
}

/** Null resets a value to its default; undefined changes nothing. */
export async function updateBranding(trx: Db, given: Readonly<Record<string, unknown>>, now: Date): Promise<void> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  const set = sent.filter(([, value]) => value !== null)
  const reset = sent.filter(([, value]) => value === null).map(([key]) => key)
  if (set.length > 0) {
    await trx
      .insertInto('report_settings')
      .values(set.map(([key, value]) => ({ key, value: JSON.stringify(value), changed_at: now })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          changed_at: row.ref('excluded.changed_at'),
        })),
      )
      .execute()
  }
  if (reset.length > 0) await trx.deleteFrom('report_settings').where('key', 'in', reset).execute()
}
