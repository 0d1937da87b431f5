import { maxItems, maxLength } from '../reading/limits.ts'
import { line } from '../reading/text.ts'
import { dueFromUnix, fromSql, fromUnix } from '../reading/times.ts'
import { count, idOf } from '../reading/values.ts'
import type { PartReader } from './part-reader.ts'

export interface SiteUser {
  id: number
  login: string
  displayName: string
  email: string
  roles: string[]
  registeredAt: Date | null
  postCount: number
  passwordChangedAt: Date | null
  passwordDueAt: Date | null
  passwordStatus: 'disabled' | 'ok' | 'due' | 'overdue'
}

export function readUsers(reader: PartReader, raw: unknown): SiteUser[] | undefined {
  return reader.items(
    'users',
    raw,
    maxItems.users,
    (item) => {
      const id = idOf(item.id)
      const login = line(item.login, maxLength.name)
      if (id === null || login === '') return undefined
      return {
        id,
        login,
        displayName: line(item.display_name, maxLength.name) || login,
        email: line(item.email, maxLength.name),
        roles: roleNamesOf(item.role),
        registeredAt: fromSql(item.registered, reader.now),
        postCount: count(item.post_count) ?? 0,
        passwordChangedAt: fromUnix(item.last_password_change, reader.now),
        passwordDueAt: dueFromUnix(item.password_due_time, reader.now),
        passwordStatus: passwordStatus(item.password_status),
      }
    },
    ({ id }) => id,
  )
}

/** Role names from one text with commas. */
export function roleNamesOf(value: unknown): string[] {
  const names = line(value, 500).split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

function passwordStatus(value: unknown): SiteUser['passwordStatus'] {
  if (value === 'OK') return 'ok'
  if (value === 'DUE') return 'due'
  return value === 'OVERDUE' ? 'overdue' : 'disabled'
}
