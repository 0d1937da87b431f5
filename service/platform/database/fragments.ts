import { type RawBuilder, sql } from 'kysely'

/** A part of a query with its values. Values are always parameters, so a fragment can be used at any position. */
export type Fragment = RawBuilder<unknown>

/** True for rows that meet all conditions; without conditions, for all rows. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  const [first, ...others] = conditions
  if (!first) return always
  return others.length === 0 ? first : sql.join([...conditions], and)
}

const always = sql`true`
const and = sql` and `

/** For `like`: matches the text literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
