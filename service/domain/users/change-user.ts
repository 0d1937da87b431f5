import type { Context } from '../../operation/context.ts'
import type { SiteUserChanges } from '../../platform/connector/parts/users.ts'
import type { SiteUser } from '../../platform/connector/snapshot/people.ts'
import { present } from '../../platform/present.ts'
import { recordAttempt } from '../activity/index.ts'
import { sendAndReadBack, withLockedSite } from '../site-calls/index.ts'
import type { SiteRef } from '../sites/index.ts'
import { fetchUser } from './read-users.ts'
import { toSiteUserItem } from './site-user.ts'
import { ownAdministrator, siteUserNotFound } from './user-errors.ts'
import type { UserChangesInput } from './user-input.ts'

/** Changes only the sent fields. Name, e-mail address and role are read back; the site lists no others. */
export function editUserOnSite(context: Context, ref: SiteRef, id: number, input: UserChangesInput) {
  const { connector } = context
  const { password, ...others } = input
  return withLockedSite(context, ref, async (child, site) => {
    const before = await fetchUser(context, child, id)
    if (!before) throw siteUserNotFound(id, site)
    if (others.role && others.role !== 'administrator' && before.login === site.admin_username) {
      throw ownAdministrator(before.login, site)
    }
    const change = { type: 'user', action: 'edit-site-user', label: 'Profile of a user changed', item: before.login }
    const changes = changesOf(others)
    const edit = async () => {
      let after: SiteUser | null = before
      if (Object.keys(changes).length > 0) {
        after = await sendAndReadBack(site, {
          send: () => connector.updateUser(child, id, changes),
          readBack: () => fetchUser(context, child, id),
          isApplied: (user) => user !== null && hasChanges(user, changes),
          problem: `user ${id} did not change`,
        })
      }
      if (password !== undefined) await connector.setUserPassword(child, id, password)
      return after
    }
    const after = await recordAttempt(context, site.id, change, edit)
    return {
      user: toSiteUserItem(present(after, 'the user that was read back'), site),
      password_changed: password !== undefined,
    }
  })
}

/** The posts of the user are assigned to the administrator that Flotilla uses. */
export function deleteUserOnSite(context: Context, ref: SiteRef, id: number) {
  const { connector } = context
  return withLockedSite(context, ref, async (child, site) => {
    const before = await fetchUser(context, child, id)
    if (!before) throw siteUserNotFound(id, site)
    if (before.login === site.admin_username) throw ownAdministrator(before.login, site)
    const change = { type: 'user', action: 'delete-site-user', label: 'User deleted', item: before.login }
    await recordAttempt(context, site.id, change, () =>
      sendAndReadBack(site, {
        send: () => connector.deleteUser(child, id),
        readBack: () => fetchUser(context, child, id),
        isApplied: (user) => user === null,
        problem: `user ${id} still exists`,
      }),
    )
    return { deleted: true as const, user_id: id, username: before.login, site_id: site.id, site_url: site.url }
  })
}

function changesOf({
  role,
  email,
  first_name,
  last_name,
  nickname,
  display_name,
  user_url,
  description,
}: UserChangesInput) {
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
  // The same fields without those that were not sent.
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as SiteUserChanges
}

const hasChanges = ({ roles, email, displayName }: SiteUser, changes: SiteUserChanges) =>
  (changes.role === undefined || roles.includes(changes.role)) &&
  (changes.email === undefined || email.toLowerCase() === changes.email.toLowerCase()) &&
  (changes.displayName === undefined || displayName === changes.displayName)
