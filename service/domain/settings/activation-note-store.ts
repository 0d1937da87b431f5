import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    activation_notes: { name: string; value: NotedValue; noted_at: Date }
  }
}

export type NotedValue = boolean | number | string

export interface ActivationNote {
  note: string
  value: NotedValue
  noted_at: Date
}

export const listNotes = (db: Db): Promise<ActivationNote[]> =>
  db.selectFrom('activation_notes').select(['name as note', 'value', 'noted_at']).orderBy('name').execute()

export async function storeNote(db: Db, { note, value, noted_at }: ActivationNote): Promise<void> {
  const content = { value: JSON.stringify(value), noted_at }
  await db
    .insertInto('activation_notes')
    .values({ name: note, ...content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(content))
    .execute()
}

export async function deleteNotes(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('activation_notes').executeTakeFirst()
  return Number(numDeletedRows)
}
