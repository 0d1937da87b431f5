import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { SiteRole } from './site-user.ts'

export const Password = z.string().min(8).max(200)
const Name = z.string().max(200)
const WebAddress = z
  .string()
  .max(2000)
  .regex(/^$|^https?:\/\/[^\s<>"']+$/i, 'must be a web address such as https://one.example/')

export const newUserFields = {
  username: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w.@-]([\w .@-]*[\w.@-])?$/, 'may contain letters, digits, spaces and _ . - @'),
  email: z.email().max(254),
  role: SiteRole.default('subscriber'),
  password: Password.optional().describe('Never returned. Without it the site e-mails the user a link to choose one.'),
  first_name: Name.optional(),
  last_name: Name.optional(),
  user_url: WebAddress.optional(),
  send_password: z
    .boolean()
    .optional()
    .describe('The site sends the user an e-mail. By default only when no password is sent.'),
}

export type NewUserInput = z.output<z.ZodObject<typeof newUserFields>>

/** A generated password is never returned, so the site must send an e-mail. */
export function requirePasswordOrMail({
  password,
  send_password,
}: Pick<NewUserInput, 'password' | 'send_password'>): void {
  if (password === undefined && send_password === false) {
    throw invalidInput({ password: 'is required when send_password is false' })
  }
}

export const editedUserFields = {
  role: SiteRole.optional(),
  email: z.email().max(254).optional(),
  first_name: Name.optional(),
  last_name: Name.optional(),
  nickname: z.string().min(1).max(200).optional(),
  display_name: z.string().min(1).max(200).optional(),
  user_url: WebAddress.optional(),
  description: z.string().max(10_000).optional(),
  password: Password.optional().describe('Ends all sessions of the user on the site. Never returned.'),
}

export type UserChangesInput = z.output<z.ZodObject<typeof editedUserFields>>

export const fieldsOf = (input: UserChangesInput) =>
  Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))

export const noUserChanges = () => invalidInput({ role: 'or another field is required' })
