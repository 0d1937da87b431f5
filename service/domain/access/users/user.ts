import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { roles } from '../../../operation/permissions.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { userRole } from './role.ts'
import type { UserRow } from './user-store.ts'

export const userId = z.int().min(1)
/** A built-in role. */
export const role = z.enum(roles)

/** One line without control characters, which affect terminals and which PostgreSQL partly refuses. */
export const oneLineText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^\P{Cc}*$/u, 'must be one line without control characters')

// No colon, which ends the user name in Basic credentials.
export const login = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s:\p{C}]+( [^\s:\p{C}]+)*$/u, 'must not contain colons, control characters or spaces at its ends')

export const personName = oneLineText(120)
export const email = z
  .string()
  .max(254)
  .regex(/^$|^[^\s@\p{C}]+@[^\s@\p{C}][^\s@\p{C}.]*\.[^\s@\p{C}]+$/u, 'must be an e-mail address')
  .nullable()

export const newPassword = z.string().min(10).max(200)

/** A password to check: only its length is validated. */
export const presentedPassword = z.string().min(1).max(1000)

export const userRecord = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: userRole,
  role_id: z.int().nullable(),
  site_ids: z.array(z.int()).nullable(),
  tag_ids: z.array(z.int()).nullable(),
  client_ids: z.array(z.int()).nullable(),
  disabled: z.boolean(),
  must_change_password: z.boolean(),
  created_at: timestamp,
  last_sign_in_at: timestamp.nullable(),
})

export function toUserRecord(row: UserRow): z.input<typeof userRecord> {
  const { id, login, name, email, role, role_id, site_ids, tag_ids, client_ids, disabled, must_change_password } = row
  return {
    id,
    login,
    name,
    email,
    role: role_id === null ? role : 'custom',
    role_id,
    site_ids,
    tag_ids,
    client_ids,
    disabled,
    must_change_password,
    created_at: isoTime(row.created_at),
    last_sign_in_at: isoTime(row.last_sign_in_at),
  }
}

/** `field`: the name of the input field with the password. */
export function requirePasswordWithoutLogin(password: string, login: string, field: string): void {
  if (password.toLowerCase().includes(login.toLowerCase()) && login.length > 2) {
    throw invalidInput({ [field]: 'must not contain the user name' })
  }
}
