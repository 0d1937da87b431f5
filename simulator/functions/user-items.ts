import { createHash } from 'node:crypto'
import { mysqlTime } from '../php/values.ts'
import type { User } from '../site/model.ts'
import type { Site } from '../site/site.ts'

const avatarOf = (email: string) => {
  const url = `https://secure.gravatar.com/avatar/${createHash('sha256').update(email).digest('hex')}`
  const at = (size: number) => `${url}?s=${size}&#038;d=mm&#038;r=g`
  return `<img alt='' src='${at(32)}' srcset='${at(64)} 2x' class='avatar avatar-32 photo' height='32' width='32' loading='lazy' decoding='async'/>`
}

export function userItems(site: Site, users: readonly User[], avatars = false): Record<string, unknown>[] {
  const written = new Map<number, number>()
  for (const { type, status, authorId } of site.posts) {
    if (type === 'post' && status === 'publish') written.set(authorId, (written.get(authorId) ?? 0) + 1)
  }
  return users.map((user) => ({
    id: user.id,
    login: user.login,
    nicename: user.login.replaceAll('.', '-'),
    email: user.email,
    registered: mysqlTime(user.registered),
    status: '0',
    display_name: user.displayName,
    role: user.role,
    post_count: String(written.get(user.id) ?? 0),
    ...(avatars && { avatar: avatarOf(user.email) }),
    last_password_change: user.passwordChanged ?? null,
    password_status: 'DISABLED',
    password_due_time: null,
    password_has_recorded_change: false,
  }))
}
