import type { AccessContext } from './access-context.ts'
import { wrongCredentials } from './access-errors.ts'
import { beginPasswordAttempt } from './failure-limit.ts'
import { hashPassword, isPasswordRight, isWeak } from './password-hash.ts'
import { login as loginRule } from './user.ts'
import { findUserByLogin, replacePasswordHash, type UserRow } from './user-store.ts'

/** The one place where a login password is compared: limited, equally slow for logins that do not exist. */
export async function checkPassword(
  context: AccessContext,
  login: string,
  password: string,
  address: string | null,
): Promise<UserRow> {
  const attempt = await beginPasswordAttempt(context, login, address)
  let user: UserRow | undefined
  let right: boolean
  try {
    // A name that nobody can have is not looked for: PostgreSQL would refuse some.
    user = loginRule.safeParse(login).success ? await findUserByLogin(context.db, login) : undefined
    right = await isPasswordRight(password, user?.password_hash, context.passwordCost)
  } catch (error) {
    await attempt.takenBack()
    throw error
  }
  if (!user || !right || user.disabled) throw wrongCredentials()
  await attempt.succeeded()
  if (!isWeak(user.password_hash, context.passwordCost)) return user
  const stronger = await hashPassword(password, context.passwordCost)
  await replacePasswordHash(context.db, user, stronger)
  return { ...user, password_hash: stronger }
}
