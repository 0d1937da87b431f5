import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    activation_notes: { name: string; value: ActivationNoteValue; noted_at: Date }
  }
}

export type ActivationNoteValue = boolean | number | string

export interface ActivationNoteRow {
  note: string
  value: ActivationNoteValue
  noted_at: Date
}

export const listActivationNotes = (db: Db): Promise<ActivationNoteRow[]> =>
  db.selectFrom('activation_notes').select(['name as note', 'value', 'noted_at']).orderBy('name').execute()

export async function upsertActivationNote(db: Db, { note, value, noted_at }: ActivationNoteRow): Promise<void> {
  const content = { value: JSON.stringify(value), noted_at }
  await db
    .insertInto('activation_notes')
    .values({ name: note, ...content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(content))
    .execute()
}

export async function deleteActivationNotes(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('activation_notes').executeTakeFirst()
  return Number(numDeletedRows)
}
