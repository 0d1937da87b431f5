import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { AccessContext } from '../access-context.ts'
import { wrongCredentials, wrongPassword } from '../access-errors.ts'
import { login as loginRule } from '../users/user.ts'
import { findUserByLogin, replacePasswordHash, requireUser, type UserRow } from '../users/user-store.ts'
import { beginPasswordAttempt, type PasswordSource, subnetOfAddress } from './failure-limit.ts'
import type { HashCaller } from './hash-queue.ts'
import { hashPassword, hashQueue, isPasswordRight, isWeak } from './password-hash.ts'

/** Does not query for names that no user can have; PostgreSQL rejects some of them. */
const findByTypedLogin = async (db: Db, login: string): Promise<UserRow | undefined> =>
  loginRule.safeParse(login).success ? findUserByLogin(db, login) : undefined

/** The account with this login, for the audit trail; nulls if no user has it. */
export async function knownLogin(db: Db, login: string): Promise<{ login: string | null; user_id: number | null }> {
  const user = await findByTypedLogin(db, login)
  return { login: user?.login ?? null, user_id: user?.id ?? null }
}

function hashCallerOf({ access: { puzzles } }: AccessContext, { address, puzzle }: PasswordSource): HashCaller {
  const subnet = subnetOfAddress(address)
  if (puzzle === undefined) return { subnet }
  return { subnet, hasSolved: puzzles.isSolved(puzzle, address), createPuzzle: () => puzzles.create(address) }
}

/** The only place that compares a login password. Rate-limited, and equally slow for logins that do not exist. */
export async function checkPassword(
  context: AccessContext,
  login: string,
  password: string,
  source: PasswordSource,
): Promise<UserRow> {
  const caller = hashCallerOf(context, source)
  // Without a device there is nothing to look up: a flood is refused before it costs a query.
  if (!source.device && !source.sessionId) hashQueue.requirePlace(caller)
  const attempt = await beginPasswordAttempt(context, login, source)
  let user: UserRow | undefined
  let right: boolean
  try {
    user = await findByTypedLogin(context.db, login)
    right = await isPasswordRight(
      password,
      user?.password_hash,
      context.passwordCost,
      attempt.isKnown ? undefined : caller,
    )
  } catch (error) {
    await attempt.undo()
    throw error
  }
  if (!user || !right || user.disabled) throw wrongCredentials()
  await attempt.recordSuccess()
  if (!isWeak(user.password_hash, context.passwordCost)) return user
  const stronger = await hashPassword(password, context.passwordCost)
  await replacePasswordHash(context.db, user, stronger)
  return { ...user, password_hash: stronger }
}

/** Checks the caller's login password again, with the same limits as signing in. */
export async function confirmOwnPassword(context: Context, password: string): Promise<UserRow> {
  const { address, sessionId } = context.actor
  const { login } = await requireUser(context.db, requireUserId(context.actor))
  try {
    return await checkPassword(context, login, password, { address, sessionId })
  } catch (error) {
    throw error instanceof ServiceError && error.kind === 'unauthorized' ? wrongPassword() : error
  }
}
