import { group, text } from '../php/form.ts'
import { fromBase64Json, integer, map, stripSlashes } from '../php/values.ts'
import type { User } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { type Call, Refusal } from './call.ts'
import { userItems } from './user-items.ts'

const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'customer', 'shop_manager']

const ofRoles = (site: Site, requestedRoles: string | undefined): User[] =>
  (requestedRoles ?? '').split(',').flatMap((role) => site.users.filter((user) => user.role === role))

/** `role` is required; without it the list is empty. */
export const getAllUsers = ({ site, fields }: Call): unknown =>
  userItems(site, ofRoles(site, text(fields, 'role')), true)

const columns: Readonly<Record<string, (user: User) => string>> = {
  user_login: ({ login }) => login,
  user_nicename: ({ login }) => login,
  user_email: ({ email }) => email,
  user_url: ({ url }) => url ?? '',
  display_name: ({ displayName }) => displayName,
  ID: ({ id }) => String(id),
}

/** A star in the search text stands for anything. */
export function searchUsers({ site, fields }: Call): unknown {
  const pattern = (text(fields, 'search') ?? '').replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  const search = new RegExp(`^${pattern}$`, 'i')
  const requested = (text(fields, 'search_columns') ?? '').split(',').filter((name) => Object.hasOwn(columns, name))
  const role = text(fields, 'role')
  const users = role ? ofRoles(site, role) : site.users
  return userItems(
    site,
    users.filter((user) => requested.some((name) => search.test(columns[name]?.(user) ?? ''))),
    true,
  )
}

/** An unknown role becomes subscriber. */
export function newUser({ site, fields, now, effects }: Call): unknown {
  // Each field is checked where it is used.
  const sent = (fromBase64Json(text(fields, 'new_user') ?? '') ?? {}) as Record<string, unknown>
  const textField = (name: string) => (typeof sent[name] === 'string' ? sent[name].trim() : '')
  const login = textField('user_login')
  if (login === '') throw new Refusal('Cannot create a user with an empty login name.')
  if (site.user(login)) throw new Refusal('Sorry, that username already exists!')
  const email = textField('user_email')
  if (site.users.some((user) => user.email === email)) throw new Refusal('Sorry, that email address is already used!')
  const [firstName, lastName] = [stripSlashes(textField('first_name')), stripSlashes(textField('last_name'))]
  const role = roles.includes(textField('role')) ? textField('role') : 'subscriber'
  const displayName = `${firstName} ${lastName}`.trim() || login
  const url = textField('user_url')
  const user = site.addUser({ login, email, firstName, lastName, displayName, role, url, registered: now })
  site.passwords.set(login, textField('user_pass'))
  effects.push({ what: 'user created', subject: String(user.id), to: role })
  return { added: true, other_data: { new_user_data: { user_id: user.id, display_name: displayName, roles: role } } }
}

const describeUser = (user: User) => ({
  ID: user.id,
  user_login: user.login,
  user_email: user.email,
  first_name: user.firstName ?? '',
  last_name: user.lastName ?? '',
  nickname: user.login,
  display_name: user.displayName,
  user_url: user.url ?? '',
  description: user.description ?? '',
  role: user.role,
})

export function userAction(call: Call): unknown {
  const { site, fields, effects } = call
  const action = text(fields, 'action') ?? ''
  const sentId = text(fields, 'id') ?? ''
  const user = site.users.find(({ id }) => id === integer(sentId))
  const userData: [string, unknown][] = user
    ? [
        ['user_id', sentId],
        ['display_name', user.displayName],
        ['roles', user.role],
      ]
    : []
  const done = (extra: Record<string, unknown> = {}) => ({
    ...extra,
    status: 'SUCCESS',
    other_data: { users_data: map(userData) },
  })
  const failed = { status: 'FAIL', other_data: { users_data: map(userData) } }
  if (user && changing.has(action)) effects.push({ what: `user ${action}`, subject: sentId, from: user.role })
  if (action === 'delete') {
    if (user) remove(call, user)
    return done()
  }
  if (action === 'changeRole') {
    const role = text(fields, 'extra') ?? ''
    if (user) site.replaceUser({ ...user, role })
    // The real child reads the old role from the wrong field, so it is always null.
    userData.push(['roles', role], ['old_roles', null])
    return done()
  }
  if (action === 'update_password') {
    if (user) setPassword(call, user, text(fields, 'user_pass') ?? '')
    return done()
  }
  if (action === 'edit') return user ? done({ user_data: describeUser(user) }) : failed
  if (action === 'update_user') return user && group(fields, 'extra') ? done(edit(call, user)) : failed
  return failed
}

const changing = new Set(['delete', 'changeRole', 'update_password', 'update_user'])

/** The user's posts go to the acting user. */
function remove({ site, user: asking }: Call, user: User): void {
  site.users = site.users.filter(({ id }) => id !== user.id)
  site.posts = site.posts.map((post) => (post.authorId === user.id ? { ...post, authorId: asking?.id ?? 0 } : post))
}

function setPassword({ site, now }: Call, user: User, password: string): void {
  site.passwords.set(user.login, password)
  site.replaceUser({ ...user, passwordChanged: now })
  site.sessions.endAll()
}

function edit(call: Call, user: User): Record<string, unknown> {
  const extra = group(call.fields, 'extra') ?? {}
  const given = (name: string) => (text(extra, name) === 'donotupdate' ? undefined : text(extra, name) || undefined)
  const field = (name: string) => {
    const value = given(name)
    return value === undefined ? undefined : stripSlashes(value)
  }
  const role = given('role')
  if (role !== undefined && !roles.includes(role)) throw new Refusal('You can&#8217;t give users that role.')
  const password = given('pass1')
  if (password !== undefined && password !== given('pass2')) {
    throw new Refusal('ERROR: Passwords don&#8217;t match. Please enter the same password in both password fields.')
  }
  if (password !== undefined) setPassword(call, user, password)
  call.site.replaceUser({
    ...user,
    role: role ?? user.role,
    email: given('email') ?? user.email,
    firstName: field('first_name') ?? user.firstName,
    lastName: field('last_name') ?? user.lastName,
    displayName: field('display_name') ?? user.displayName,
    url: given('url') ?? user.url,
    description: field('description') ?? user.description,
  })
  return text(call.fields, 'optimize') === '1' ? { users: userItems(call.site, call.site.users.slice(0, 500)) } : {}
}

export function newAdminPassword(call: Call): unknown {
  const password = Buffer.from(text(call.fields, 'new_password') ?? '', 'base64').toString('utf8')
  if (!call.user || password === '') throw new Refusal('Password cannot be empty.')
  setPassword(call, call.user, password)
  call.effects.push({ what: 'password changed', subject: call.user.login })
  return { added: true }
}
