import type { KeyObject } from 'node:crypto'
import { scopes } from '../../operation/actor.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { type PasswordCost, productionPasswordCost } from '../../platform/password-cost.ts'
import type { AccessContext } from './access-context.ts'
import { endAccess } from './end-access.ts'
import { applyEnvironmentKey } from './environment-key.ts'
import { hashingKey } from './hashing-key.ts'
import { makeKey } from './make-key.ts'
import { hashPassword, isPasswordRight } from './password-hash.ts'
import { newOneTimePassword } from './random-text.ts'
import { reviseAccess } from './revocation.ts'
import { login } from './user.ts'
import {
  findUserByLogin,
  hasNoUsers,
  insertUser,
  listActiveAdministrators,
  lockTable,
  requireUser,
  type UserRow,
  updateUser,
} from './user-store.ts'

/** What is given counts at every start. */
export interface WantedAdministrator {
  ADMIN_USER?: string | undefined
  ADMIN_PASSWORD?: string | undefined
  API_KEY?: string | undefined
}

/** What has to be printed, because it is never to be seen again. */
export interface FirstStart {
  login: string
  /** The one-time password. */
  password: string | null
  apiKey: string | null
}

type StartContext = Pick<AccessContext, 'clock' | 'secrets'> & Partial<Pick<AccessContext, 'passwordCost'>>

/** Processes that start together take turns: one makes the administrator, the others find it made. */
export async function ensureFirstAdministrator(
  db: Database,
  { clock, secrets, passwordCost = productionPasswordCost }: StartContext,
  wanted: WantedAdministrator,
): Promise<FirstStart | null> {
  const hashing = await hashingKey({ db, secrets })
  const now = clock.now()
  return reviseAccess(db, 'everyone', async (trx) => {
    await lockTable(trx)
    const isFirst = await hasNoUsers(trx)
    const isNamed = isFirst || wanted.ADMIN_USER !== undefined || wanted.ADMIN_PASSWORD !== undefined
    const { user, password } = isNamed
      ? await applyAdministrator(trx, wanted, now, passwordCost)
      : { user: await oldestAdministrator(trx), password: null }
    if (wanted.API_KEY !== undefined) await applyEnvironmentKey(trx, hashing, user.id, wanted.API_KEY, now)
    const isKeyNeeded = isFirst && wanted.API_KEY === undefined
    const apiKey = isKeyNeeded ? await makeFirstKey(trx, hashing, user.id, now) : null
    return password === null && apiKey === null ? null : { login: user.login, password, apiKey }
  })
}

async function applyAdministrator(
  trx: Db,
  { ADMIN_USER = 'admin', ADMIN_PASSWORD }: WantedAdministrator,
  now: Date,
  cost: PasswordCost,
) {
  const problem = login.safeParse(ADMIN_USER).error?.issues[0]
  if (problem) throw new Error(`ADMIN_USER ${problem.message}.`)
  const known = await findUserByLogin(trx, ADMIN_USER)
  if (known) return { user: await restore(trx, known, ADMIN_PASSWORD, cost), password: null }
  const password = ADMIN_PASSWORD === undefined ? newOneTimePassword() : null
  const user = await insertUser(trx, {
    login: ADMIN_USER,
    role: 'administrator',
    password_hash: await hashPassword(ADMIN_PASSWORD ?? password!, cost),
    must_change_password: password !== null,
    created_at: now,
  })
  return { user, password }
}

/** Whoever can set the environment owns the installation: this is also the way back in for someone locked out. */
async function restore(trx: Db, user: UserRow, password: string | undefined, cost: PasswordCost): Promise<UserRow> {
  const enabled = await updateUser(trx, user.id, { role: 'administrator', disabled: false })
  if (password === undefined) return enabled
  if (await isPasswordRight(password, user.password_hash, cost))
    return updateUser(trx, user.id, { must_change_password: false })
  await endAccess(trx, user.id)
  return updateUser(trx, user.id, { password_hash: await hashPassword(password, cost), must_change_password: false })
}

async function oldestAdministrator(trx: Db): Promise<UserRow> {
  const [id] = await listActiveAdministrators(trx)
  if (id !== undefined) return requireUser(trx, id)
  throw new Error('There is no active administrator. Name one with ADMIN_USER and ADMIN_PASSWORD, and start again.')
}

async function makeFirstKey(trx: Db, hashing: KeyObject, userId: number, now: Date): Promise<string> {
  const wanted = { userId, description: 'made at the first start', scopes: [...scopes] }
  return (await makeKey(trx, hashing, wanted, now)).token
}
