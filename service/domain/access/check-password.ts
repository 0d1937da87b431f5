import { wrongCredentials } from './access-errors.ts'
import { beginPasswordAttempt } from './failure-limit.ts'
import type { Ground } from './ground.ts'
import { hashPassword, isPasswordRight, isWeak } from './password-hash.ts'
import { findUserByLogin, replacePasswordHash, type UserRow } from './user-store.ts'

/** The one place where a login password is compared: limited, equally slow for logins that do not exist. */
export async function checkPassword(
  ground: Ground,
  login: string,
  password: string,
  address: string | null,
): Promise<UserRow> {
  const attempt = await beginPasswordAttempt(ground, login, address)
  let user: UserRow | undefined
  let right: boolean
  try {
    user = await findUserByLogin(ground.db, login)
    right = await isPasswordRight(password, user?.password_hash)
  } catch (error) {
    await attempt.takenBack()
    throw error
  }
  if (!user || !right || user.disabled) throw wrongCredentials()
  await attempt.succeeded()
  if (!isWeak(user.password_hash)) return user
  const stronger = await hashPassword(password)
  await replacePasswordHash(ground.db, user, stronger)
  return { ...user, password_hash: stronger }
}
