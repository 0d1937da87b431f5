import { sql } from 'kysely'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { type ClientSubject, textsOf } from './client-subject.ts'

/** The condition for the rows of a client in a table. */
export type FindRows = (subject: ClientSubject) => Fragment

export const ofSites =
  (column = 'site_id'): FindRows =>
  ({ siteIds }) =>
    sql`${sql.ref(column)} = any (${siteIds}::bigint[])`

export const ofClient =
  (column = 'client_id'): FindRows =>
  ({ clientId }) =>
    sql`${sql.ref(column)} = ${clientId}`

/** Rows that still have the address of a site when the site is deleted. */
export const atAddresses =
  (column = 'site_url'): FindRows =>
  ({ siteUrls }) =>
    sql`${sql.ref(column)} = any (${siteUrls}::text[])`

export const anyOf =
  (...finds: FindRows[]): FindRows =>
  (subject) =>
    sql`(${sql.join(
      finds.map((find) => find(subject)),
      sql` or `,
    )})`

/** Rows that refer to rows of the client in another table. */
export const referringTo =
  (column: string, table: string, key: string, find: FindRows): FindRows =>
  (subject) =>
    sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${find(subject)})`

/** Rows whose texts contain an address of a site, the e-mail address or the name of the client. */
export const mentioningIn =
  (...columns: string[]): FindRows =>
  (subject) => {
    const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
    return sql`lower(concat_ws(' ', ${texts})) like any (${textsOf(subject).map(containing)}::text[])`
  }

/** JSON with limits that name the client or its sites. */
export const limitedIn =
  (column: string): FindRows =>
  ({ clientId, siteIds }) =>
    sql`${sql.ref(column)} is distinct from without_ids(${sql.ref(column)}, ${clientId}, ${siteIds}::bigint[])`

export const withoutLimitsIn =
  (column: string): FindRows =>
  ({ clientId, siteIds }) =>
    sql`${sql.ref(column)} = without_ids(${sql.ref(column)}, ${clientId}, ${siteIds}::bigint[])`
