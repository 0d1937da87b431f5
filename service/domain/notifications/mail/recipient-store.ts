import type { Db } from '../../../platform/database/database.ts'

/** E-mail addresses of active administrators, without duplicates. */
export async function listAdministratorAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .distinct()
    .where('role', '=', 'administrator')
    .where('disabled', '=', false)
    .where('email', 'is not', null)
    .where('email', '<>', '')
    .orderBy('email')
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}

/** The e-mail addresses of the monitors of these sites. */
export async function listMonitorAddresses(db: Db, siteIds: readonly number[]): Promise<Map<number, string[]>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('monitors')
    .select(['site_id', 'emails'])
    .where('site_id', 'in', [...new Set(siteIds)])
    .execute()
  return new Map(rows.map(({ site_id, emails }) => [site_id, emails]))
}
