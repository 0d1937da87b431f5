import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import { asMap, idOf, readBoolean, type WireMap } from '../reading/values.ts'
import { recheckUntilSettled } from '../recheck.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import { readUsers, type SiteUser } from '../snapshot/people.ts'
import { base64, base64Json, doubleBackslashes, type FormFields } from '../wire/form.ts'
import { callForMap, changeNotMade, type Kit, sendChange } from './kit.ts'

export interface NewUser {
  login: string
  email: string
  password: string
  /** A role the site does not know becomes subscriber. */
  role: string
  firstName?: string
  lastName?: string
  url?: string
  /** The site mails the password to the user. */
  sendPassword?: boolean
}

/** Absent fields stay. */
export interface SiteUserChanges {
  role?: string
  email?: string
  firstName?: string
  lastName?: string
  nickname?: string
  displayName?: string
  url?: string
  description?: string
}

export interface UserCalls {
  listUsers(site: ChildSite, roles: readonly string[], how?: How): Promise<SiteUser[]>
  searchUsers(
    site: ChildSite,
    search: { text: string; in: readonly UserColumn[]; roles?: readonly string[] },
    how?: How,
  ): Promise<SiteUser[]>
  createUser(site: ChildSite, user: NewUser, how?: How): Promise<{ id: number }>
  updateUser(site: ChildSite, id: number, changes: SiteUserChanges, how?: How): Promise<void>
  changeRole(site: ChildSite, id: number, role: string, how?: How): Promise<void>
  setUserPassword(site: ChildSite, id: number, password: string, how?: How): Promise<void>
  /** The user's posts go to our administrator. */
  deleteUser(site: ChildSite, id: number, how?: How): Promise<void>
  /** Changes the password of the administrator we act as; all sessions of that user end, ours too. */
  setAdminPassword(site: ChildSite, password: string, how?: How): Promise<void>
}

export type UserColumn = 'ID' | 'user_login' | 'user_email' | 'user_nicename' | 'user_url' | 'display_name'

export function userCalls(kit: Kit): UserCalls {
  async function users(site: ChildSite, name: string, fields: FormFields, how?: How): Promise<SiteUser[]> {
    const { payload } = await kit.caller.signed(site, { function: name, fields, deadline: 'short' }, how)
    return readUsers(new PartReader(kit.clock.now()), payload) ?? []
  }

  const searchUsers: UserCalls['searchUsers'] = (site, { text, in: columns, roles }, how) =>
    users(site, 'search_users', { search: text, search_columns: columns.join(','), role: roles?.join(',') }, how)

  /** An action on a user who does not exist returns SUCCESS without data. */
  async function act(site: ChildSite, id: number, action: string, fields: FormFields, how?: How): Promise<WireMap> {
    const reply = await sendChange(
      kit,
      site,
      { function: 'user_action', fields: { action, id, ...fields }, deadline: 'short' },
      how,
    )
    const data = asMap(asMap(reply.other_data).users_data)
    if (reply.status !== 'SUCCESS') throw changeNotMade('change the user')
    if (idOf(data.user_id) !== id) {
      throw new ConnectorError('svc_not_found_on_site', `The site has no user ${id}.`, { reason: 'not_found' })
    }
    return data
  }

  return {
    listUsers: (site, roles, how) => users(site, 'get_all_users', { role: roles.join(',') }, how),
    searchUsers,
    createUser: (site, user, how) =>
      kit.locks.hold(site.id, async () => {
        try {
          const reply = await callForMap(
            kit,
            site,
            { function: 'newuser', fields: newUserFields(user), deadline: 'short' },
            how,
          )
          const id = idOf(asMap(asMap(reply.other_data).new_user_data).user_id)
          if (!readBoolean(reply.added) || id === null) throw changeNotMade('create the user')
          return { id }
        } catch (error) {
          if (!(error instanceof ConnectorError) || !error.mayHaveArrived) throw error
          // A login name is unique and permanent, so a reading shows whether the user exists.
          const readBack = (again: How) => searchUsers(site, { text: user.login, in: ['user_login'] }, again)
          const seen = await recheckUntilSettled(kit, error, readBack, (found) => found.length > 0, how)
          const created = seen?.find(({ login, email }) => login === user.login && email === user.email)
          if (created) return { id: created.id }
          throw seen && error.effect === 'possible'
            ? error
            : outcomeUnknown(`the user ${user.login} was created`, error)
        }
      }),
    async updateUser(site, id, changes, how) {
      const { role, email, nickname, url, description } = changes
      const extra = {
        // The site treats a missing role as "no role".
        role: role ?? 'donotupdate',
        email,
        first_name: text(changes.firstName),
        last_name: text(changes.lastName),
        nickname: text(nickname),
        display_name: text(changes.displayName),
        url,
        description: text(description),
      }
      await act(site, id, 'update_user', { extra }, how)
    },
    async changeRole(site, id, role, how) {
      await act(site, id, 'changeRole', { extra: role }, how)
    },
    async setUserPassword(site, id, password, how) {
      await act(site, id, 'update_password', { user_pass: password }, how)
    },
    async deleteUser(site, id, how) {
      await act(site, id, 'delete', {}, how)
    },
    async setAdminPassword(site, password, how) {
      const { added } = await sendChange(
        kit,
        site,
        { function: 'newadminpassword', fields: { new_password: base64(password) }, deadline: 'short' },
        how,
      )
      site.cookies?.clear()
      if (!readBoolean(added)) throw changeNotMade('change the password')
    },
  }
}

const text = (value: string | undefined) => (value === undefined ? undefined : doubleBackslashes(value))

function newUserFields({ login, email, password, role, firstName, lastName, url, sendPassword }: NewUser): FormFields {
  const user = {
    user_login: login,
    user_pass: password,
    user_email: email,
    user_url: url ?? '',
    first_name: text(firstName) ?? '',
    last_name: text(lastName) ?? '',
    role,
  }
  return { new_user: base64Json(user), send_password: sendPassword ?? false }
}
