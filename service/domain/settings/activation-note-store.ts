import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    activation_notes: { name: string; value: NotedValue; noted_at: Date }
  }
}

export type NotedValue = boolean | number | string

export interface ActivationNote {
  name: string
  value: NotedValue
  noted_at: Date
}

export const listNotes = (db: Db): Promise<ActivationNote[]> =>
  db.selectFrom('activation_notes').selectAll().orderBy('name').execute()

export async function storeNote(db: Db, { name, value, noted_at }: ActivationNote): Promise<void> {
  const note = { value: JSON.stringify(value), noted_at }
  await db
    .insertInto('activation_notes')
    .values({ name, ...note })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(note))
    .execute()
}

export async function deleteNotes(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('activation_notes').executeTakeFirst()
  return Number(numDeletedRows)
}
