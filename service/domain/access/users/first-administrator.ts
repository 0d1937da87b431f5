import type { KeyObject } from 'node:crypto'
import { scopes } from '../../../operation/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type PasswordCost, productionPasswordCost } from '../../../platform/password-cost.ts'
import { changeAccess } from '../access-changes.ts'
import type { AccessContext } from '../access-context.ts'
import { endAccess } from '../end-access.ts'
import { applyEnvironmentKey, createKey } from '../keys/create-key.ts'
import { deleteIdentity } from '../oidc/identity-store.ts'
import { hashPassword, isPasswordRight } from '../passwords/password-hash.ts'
import { newOneTimePassword } from '../passwords/random-text.ts'
import { login } from './user.ts'
import {
  findUserByLogin,
  hasNoUsers,
  insertUser,
  listActiveAdministrators,
  lockFirstStart,
  requireUser,
  type UserRow,
  updateUserRow,
} from './user-store.ts'

/** Applied at every start. */
export interface AdministratorFromEnvironment {
  ADMIN_USER?: string | undefined
  ADMIN_PASSWORD?: string | undefined
  API_KEY?: string | undefined
}

/** Secrets to print; they are never shown again. */
export interface FirstStart {
  login: string
  /** The one-time password. */
  password: string | null
  apiKey: string | null
}

/** Serialised over all processes: one creates the administrator, the others find it. */
export async function ensureFirstAdministrator(
  context: Pick<AccessContext, 'db' | 'clock' | 'access'> & Partial<Pick<AccessContext, 'passwordCost'>>,
  given: AdministratorFromEnvironment,
  /** Part of the transaction that creates the first user, so it runs once for each new installation. */
  onFirstStart: (trx: Db, now: Date) => Promise<void> = async () => {},
): Promise<FirstStart | null> {
  const { hashingKey: hashing } = context.access
  const { passwordCost = productionPasswordCost } = context
  const now = context.clock.now()
  return changeAccess(context, 'everyone', async (trx) => {
    await lockFirstStart(trx)
    const isFirst = await hasNoUsers(trx)
    if (isFirst) await onFirstStart(trx, now)
    const isConfigured = isFirst || given.ADMIN_USER !== undefined || given.ADMIN_PASSWORD !== undefined
    const { user, password } = isConfigured
      ? await applyAdministrator(trx, given, now, passwordCost)
      : { user: await oldestAdministrator(trx), password: null }
    if (given.API_KEY !== undefined) await applyEnvironmentKey(trx, hashing, user.id, given.API_KEY, now)
    const isKeyNeeded = isFirst && given.API_KEY === undefined
    const apiKey = isKeyNeeded ? await createFirstKey(trx, hashing, user.id, now) : null
    return password === null && apiKey === null ? null : { login: user.login, password, apiKey }
  })
}

async function applyAdministrator(
  trx: Db,
  { ADMIN_USER = 'admin', ADMIN_PASSWORD }: AdministratorFromEnvironment,
  now: Date,
  cost: PasswordCost,
) {
  const problem = login.safeParse(ADMIN_USER).error?.issues[0]
  if (problem) throw new Error(`ADMIN_USER ${problem.message}.`)
  const known = await findUserByLogin(trx, ADMIN_USER)
  if (known) return { user: await restore(trx, known, ADMIN_PASSWORD, cost), password: null }
  const first = ADMIN_PASSWORD ?? newOneTimePassword()
  const password = ADMIN_PASSWORD === undefined ? first : null
  const user = await insertUser(trx, {
    login: ADMIN_USER,
    role: 'administrator',
    password_hash: await hashPassword(first, cost),
    must_change_password: password !== null,
    created_at: now,
  })
  return { user, password }
}

/** The environment belongs to the operator, so it may also restore an account that is locked out. */
async function restore(trx: Db, user: UserRow, password: string | undefined, cost: PasswordCost): Promise<UserRow> {
  const enabled = await updateUserRow(trx, user.id, {
    role: 'administrator',
    role_id: null,
    site_ids: null,
    tag_ids: null,
    client_ids: null,
    disabled: false,
  })
  if (password === undefined) return enabled
  // The way back when the provider is down: it must not decide about this user any more.
  await deleteIdentity(trx, user.id)
  if (await isPasswordRight(password, user.password_hash, cost))
    return updateUserRow(trx, user.id, { must_change_password: false })
  await endAccess(trx, user.id)
  const changed = { password_hash: await hashPassword(password, cost), has_password: true, must_change_password: false }
  return updateUserRow(trx, user.id, changed)
}

async function oldestAdministrator(trx: Db): Promise<UserRow> {
  const [id] = await listActiveAdministrators(trx)
  if (id !== undefined) return requireUser(trx, id)
  throw new Error('There is no active administrator. Set ADMIN_USER and ADMIN_PASSWORD and start again.')
}

async function createFirstKey(trx: Db, hashing: KeyObject, userId: number, now: Date): Promise<string> {
  const given = { userId, description: 'created at the first start', scopes: [...scopes] }
  return (await createKey(trx, hashing, given, now)).token
}
