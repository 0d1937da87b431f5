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
