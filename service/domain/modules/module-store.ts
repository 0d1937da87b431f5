import type { Db } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import type { ModuleName } from './module-list.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    modules: { name: string; active: boolean; changed_at: Date }
  }
}

export const modulesChannel = 'modules_changed'

/** Modules without a row are on. */
export async function listInactiveModules(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('modules').select('name').where('active', '=', false).execute()
  return rows.map((row) => row.name)
}

/** In a transaction; the other processes get a notice with the commit. */
export async function setModuleActive(trx: Db, name: ModuleName, active: boolean, now: Date): Promise<void> {
  await trx
    .insertInto('modules')
    .values({ name, active, changed_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ active, changed_at: now }))
    .execute()
  await notify(trx, modulesChannel)
}
