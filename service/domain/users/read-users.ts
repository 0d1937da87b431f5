import type { Context } from '../../operation/context.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import type { UserColumn } from '../../platform/connector/parts/users.ts'
import type { SiteUser } from '../../platform/connector/snapshot/people.ts'

const searchColumns: UserColumn[] = ['user_login', 'user_email', 'user_nicename', 'display_name']

export interface SiteUserFilter {
  roles: readonly string[]
  search: string
  maximum: number
}

export async function fetchUsers(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  { roles, search, maximum }: SiteUserFilter,
  how?: How,
): Promise<SiteUser[]> {
  const found =
    search === ''
      ? await connector.listUsers(child, roles, how)
      : await connector.searchUsers(child, { text: `*${search}*`, in: searchColumns }, how)
  return found
    .filter((user) => user.roles.some((role) => roles.includes(role)))
    .sort((one, other) => one.id - other.id)
    .slice(0, maximum)
}

export async function fetchUser(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  id: number,
): Promise<SiteUser | null> {
  const found = await connector.searchUsers(child, { text: String(id), in: ['ID'] })
  return found.find((user) => user.id === id) ?? null
}

/** Null when the site has neither the login name nor the e-mail address. */
export async function fetchUserByLoginOrEmail(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  { username, email }: { username: string; email: string },
): Promise<SiteUser | null> {
  const byLogin = await connector.searchUsers(child, { text: username, in: ['user_login'] })
  const byEmail = await connector.searchUsers(child, { text: email, in: ['user_email'] })
  return (
    byLogin.find(({ login }) => isSame(login, username)) ?? byEmail.find((user) => isSame(user.email, email)) ?? null
  )
}

/** WordPress ignores the case of login names and e-mail addresses. */
export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
