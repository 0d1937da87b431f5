import type { Context } from '../../operation/context.ts'
import type { UserChanges } from '../../platform/connector/parts/users.ts'
import type { SiteUser as ToldUser } from '../../platform/connector/snapshot/people.ts'
import { changeAndVerify, withLockedSite } from '../content/index.ts'
import type { SiteRef } from '../sites/index.ts'
import { findUser } from './read-users.ts'
import { toSiteUser } from './site-user.ts'
import { ownAdministrator, userNotFound } from './user-errors.ts'
import type { EditedUser } from './user-input.ts'

/** Changes what is written. What the site shows of its users (name, e-mail, role) is compared afterwards. */
export function editUser(context: Context, ref: SiteRef, id: number, written: EditedUser) {
  const { connector } = context
  const { password, ...others } = written
  return withLockedSite(context, ref, async (child, site) => {
    const before = await findUser(context, child, id)
    if (!before) throw userNotFound(id, site)
    if (others.role && others.role !== 'administrator' && before.login === site.admin_username) {
      throw ownAdministrator(before.login, site)
    }
    let after: ToldUser | null = before
    const changes = changesOf(others)
    if (Object.keys(changes).length > 0) {
      after = await changeAndVerify(site, {
        send: () => connector.updateUser(child, id, changes),
        look: () => findUser(context, child, id),
        shows: (seen) => seen !== null && isAsWritten(seen, changes),
        otherwise: `user ${id} is not as it was written`,
      })
    }
    if (password !== undefined) await connector.setUserPassword(child, id, password)
    return { user: toSiteUser(after!, site), password_changed: password !== undefined }
  })
}

/** What the user wrote goes to the administrator as whom we work. */
export function deleteUser(context: Context, ref: SiteRef, id: number) {
  const { connector } = context
  return withLockedSite(context, ref, async (child, site) => {
    const before = await findUser(context, child, id)
    if (!before) throw userNotFound(id, site)
    if (before.login === site.admin_username) throw ownAdministrator(before.login, site)
    await changeAndVerify(site, {
      send: () => connector.deleteUser(child, id),
      look: () => findUser(context, child, id),
      shows: (seen) => seen === null,
      otherwise: `user ${id} is still there`,
    })
    return { deleted: true as const, user_id: id, username: before.login, site_id: site.id, site_url: site.url }
  })
}

function changesOf({ role, email, first_name, last_name, nickname, display_name, user_url, description }: EditedUser) {
  const changes = {
    role,
    email,
    firstName: first_name,
    lastName: last_name,
    nickname,
    displayName: display_name,
    url: user_url,
    description,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as UserChanges
}

const isAsWritten = ({ roles, email, displayName }: ToldUser, wanted: UserChanges) =>
  (wanted.role === undefined || roles.includes(wanted.role)) &&
  (wanted.email === undefined || email.toLowerCase() === wanted.email.toLowerCase()) &&
  (wanted.displayName === undefined || displayName === wanted.displayName)
