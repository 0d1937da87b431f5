import type { Context } from '../../operation/context.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import type { UserColumn } from '../../platform/connector/parts/users.ts'
import type { SiteUser as ToldUser } from '../../platform/connector/snapshot/people.ts'

type Asking = Pick<Context, 'connector'>

const searchedIn: UserColumn[] = ['user_login', 'user_email', 'user_nicename', 'display_name']

export interface UserFilter {
  roles: readonly string[]
  search: string
  maximum: number
}

export async function readUsers(
  { connector }: Asking,
  child: ChildSite,
  { roles, search, maximum }: UserFilter,
  how?: How,
): Promise<ToldUser[]> {
  const found =
    search === ''
      ? await connector.listUsers(child, roles, how)
      : await connector.searchUsers(child, { text: `*${search}*`, in: searchedIn }, how)
  return found
    .filter((user) => user.roles.some((role) => roles.includes(role)))
    .sort((one, other) => one.id - other.id)
    .slice(0, maximum)
}

/** The user of that number; null when the site has none. */
export async function findUser({ connector }: Asking, child: ChildSite, id: number): Promise<ToldUser | null> {
  const found = await connector.searchUsers(child, { text: String(id), in: ['ID'] })
  return found.find((user) => user.id === id) ?? null
}

/** The user who has that login name or, if none has, that e-mail address. */
export async function findNamesake(
  { connector }: Asking,
  child: ChildSite,
  { username, email }: { username: string; email: string },
): Promise<ToldUser | null> {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const byLogin = await connector.searchUsers(child, { text: username, in: ['user_login'] })
  const byEmail = await connector.searchUsers(child, { text: email, in: ['user_email'] })
  return byLogin.find(({ login }) => same(login, username)) ?? byEmail.find((user) => same(user.email, email)) ?? null
}
