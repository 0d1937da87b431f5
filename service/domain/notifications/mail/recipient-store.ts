import { sql } from 'kysely'
import { isLanguage, type Language, languages } from '../../../operation/language.ts'
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

/** The addresses by the language that the user with that address has chosen; English for all others. */
export async function listAddressesByLanguage(db: Db, addresses: readonly string[]): Promise<[Language, string[]][]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select([sql<string>`lower(users.email)`.as('address'), 'user_preferences.value'])
    .where('user_preferences.name', '=', 'language')
    .where('users.disabled', '=', false)
    .where(sql`lower(users.email)`, 'in', [...new Set(addresses.map((address) => address.toLowerCase()))])
    .execute()
  const chosen = new Map<string, Language>()
  for (const { address, value } of rows) {
    const language: unknown = Array.isArray(value) ? value[0] : undefined
    if (isLanguage(language)) chosen.set(address, language)
  }
  const languageOf = (address: string) => chosen.get(address.toLowerCase()) ?? 'en'
  return languages
    .map((language): [Language, string[]] => [language, addresses.filter((each) => languageOf(each) === language)])
    .filter(([, group]) => group.length > 0)
}
