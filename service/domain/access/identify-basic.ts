import type { AccessContext } from './access-context.ts'
import { personActor } from './actors.ts'
import { findUsableApplicationPassword, touchApplicationPassword } from './application-password-store.ts'
import { checkPassword } from './check-password.ts'
import type { Identity } from './credential-cache.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'
import { identityOfKey } from './identify-key.ts'
import { findUsableKey } from './key-store.ts'
import { readApplicationPassword } from './random-text.ts'

const shortestKey = 32

/**
 * A user name with an API key, an application password or the login password, in this order: the first two cannot be
 * guessed and are found by their hash, so a flood of wrong login passwords never shuts them out.
 */
export async function identifyBasic(
  context: AccessContext,
  login: string,
  password: string,
  address: string,
): Promise<Identity> {
  return (
    (await asKey(context, login, password)) ??
    (await asApplicationPassword(context, login, password)) ??
    (await asLoginPassword(context, login, password, address))
  )
}

async function asKey(context: AccessContext, login: string, text: string): Promise<Identity | undefined> {
  if (text.length < shortestKey) return undefined
  const hash = keyedHash(await hashingKey(context), 'api key', text)
  const key = await findUsableKey(context.db, hash, context.clock.now())
  return key && isSameLogin(key.login, login) ? identityOfKey(context, key) : undefined
}

async function asApplicationPassword(
  context: AccessContext,
  login: string,
  text: string,
): Promise<Identity | undefined> {
  const bare = readApplicationPassword(text)
  if (bare === null) return undefined
  const hash = keyedHash(await hashingKey(context), 'application password', bare)
  const found = await findUsableApplicationPassword(context.db, hash)
  if (!found || !isSameLogin(found.login, login)) return undefined
  touchApplicationPassword(context.db, found.id, context.clock.now()).catch(() => {})
  const actor = personActor({ userId: found.user_id, login: found.login, role: found.role })
  return { actor, userId: found.user_id, expiresAt: null, csrfToken: null }
}

async function asLoginPassword(
  context: AccessContext,
  login: string,
  password: string,
  address: string,
): Promise<Identity> {
  const user = await checkPassword(context, login, password, { address })
  const actor = personActor({
    userId: user.id,
    login: user.login,
    role: user.role,
    mustChangePassword: user.must_change_password,
  })
  return { actor, userId: user.id, expiresAt: null, csrfToken: null }
}

const isSameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
