import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { changeAccess } from '../access-changes.ts'
import { endAccess } from '../end-access.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { newLinkToken } from '../passwords/random-text.ts'
import { type GrantedRights, readGrantedRights } from '../users/granted-rights.ts'
import { roleExists } from '../users/role-store.ts'
import { email as emailRule, login as loginRule, personName } from '../users/user.ts'
import { findUserByLogin, insertUser, requireUser, type UserRow, updateUserRow } from '../users/user-store.ts'
import { findIdentity, insertIdentity, updateIdentityTimes } from './identity-store.ts'
import { noMatchingGroup, ssoUserDisabled } from './oidc-errors.ts'
import type { ProvidedPerson } from './oidc-login.ts'
import { findOidcSettings, type GroupMapping } from './oidc-settings-store.ts'

const day = 86_400_000

/** The first entry with a group of the person; undefined: no access. */
export const findMapping = (mappings: readonly GroupMapping[], groups: readonly string[]): GroupMapping | undefined =>
  mappings.find(({ group }) => groups.includes(group))

export const accessUntil = (now: Date, keyDays: number): Date => new Date(now.getTime() + keyDays * day)

/**
 * The user of the person, with the role of their groups. A new person becomes a new user; a user with the same e-mail address
 * or login is another person. Without a matching group an earlier access ends.
 */
export async function findOrCreatePerson(
  context: Pick<Context, 'db' | 'clock' | 'access' | 'passwordCost' | 'recordChange'>,
  person: ProvidedPerson,
): Promise<UserRow> {
  const hash = await hashPassword(newLinkToken(), context.passwordCost)
  const { recordChange, ...unrecorded } = context
  const user = await changeAccess(unrecorded, 'everyone', async (trx) => {
    // Locked, so that two first sign-ins of one person create one user.
    const { mappings, key_days } = await findOidcSettings(trx, { lock: true })
    const rights = await findRights(trx, findMapping(mappings, person.groups))
    const now = context.clock.now()
    const identity = await findIdentity(trx, person.issuer, person.subject)
    if (!rights) {
      if (identity) await endPerson(trx, identity.user_id, now)
      return null
    }
    const times = { last_sign_in_at: now, access_until: accessUntil(now, key_days) }
    if (identity) {
      const known = await requireUser(trx, identity.user_id)
      if (known.disabled) return known
      await updateIdentityTimes(trx, known.id, times)
      await recordChange(trx)
      return updateUserRow(trx, known.id, { ...rights, ...(known.has_password ? {} : detailsOf(person)) })
    }
    const created = await insertUser(trx, {
      login: await findFreeLogin(trx, person),
      ...detailsOf(person),
      ...rights,
      password_hash: hash,
      has_password: false,
      must_change_password: false,
      created_at: now,
    })
    await insertIdentity(trx, {
      issuer: person.issuer,
      subject: person.subject,
      user_id: created.id,
      created_at: now,
      ...times,
    })
    await recordChange(trx)
    return created
  })
  if (!user) throw noMatchingGroup()
  if (user.disabled) throw ssoUserDisabled()
  return user
}

/** Null: no group matches, or its custom role does not exist any more. */
export async function findRights(trx: Db, mapping: GroupMapping | undefined): Promise<GrantedRights | null> {
  if (!mapping) return null
  const { role_id = null } = mapping
  if (role_id !== null && !(await roleExists(trx, role_id))) return null
  return readGrantedRights({ ...mapping, role_id })
}

function detailsOf({ name, email }: ProvidedPerson) {
  return {
    name: personName.safeParse(name).data ?? '',
    email: (email !== '' && emailRule.safeParse(email).data) || null,
  }
}

async function endPerson(trx: Db, userId: number, now: Date): Promise<void> {
  await endAccess(trx, userId)
  await updateIdentityTimes(trx, userId, { access_until: now })
}

const maxSuffix = 1_000

async function findFreeLogin(trx: Db, { userName, email, subject }: ProvidedPerson): Promise<string> {
  const base =
    [userName, email, subject].map((text) => text.slice(0, 50)).find((text) => loginRule.safeParse(text).success) ??
    'person'
  for (let number = 1; number < maxSuffix; number++) {
    const login = number === 1 ? base : `${base}-${number}`
    if (!(await findUserByLogin(trx, login))) return login
  }
  return `${base.slice(0, 16)}-${newLinkToken()}`.slice(0, 60)
}
