import { type RawBuilder, sql } from 'kysely'

/** A part of a query with its values. Values are always parameters, so a fragment can be used at any position. */
export type Fragment = RawBuilder<unknown>

/** True for rows that meet all conditions; without conditions, for all rows. */
export const allOf = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

/** For `like`: matches the text literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
