import type { Actor } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'

export interface AccountFacts {
  /** Nobody but the caller knows the password any more. */
  password_changed: boolean
  has_second_user: boolean
}

const facts = statement<AccountFacts>(
  'account-facts',
  `select not coalesce((select must_change_password from users where id = $1), false) as password_changed,
     (select count(*) from (select from users where not disabled limit 2) as active) > 1 as has_second_user`,
)

export const accountFacts = async (db: Database, { userId }: Pick<Actor, 'userId'>): Promise<AccountFacts> =>
  (await db.fetch(facts, [userId]))[0]!
