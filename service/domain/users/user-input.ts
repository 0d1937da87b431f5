import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { Role } from './site-user.ts'

/** What people write about users of sites. */

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
    .regex(/^[\w.@-]([\w .@-]*[\w.@-])?$/, 'may hold letters, digits, spaces and _ . - @'),
  email: z.email().max(254),
  role: Role.default('subscriber'),
  password: Password.optional().describe('Never shown again. Without it the site mails the user a way to choose one.'),
  first_name: Name.optional(),
  last_name: Name.optional(),
  user_url: WebAddress.optional(),
  send_password: z
    .boolean()
    .optional()
    .describe('The site writes to the user. By default only when no password is given.'),
}

export type NewUser = z.output<z.ZodObject<typeof newUserFields>>

/** Nobody ever sees a password that we made up: then the user must hear from the site. */
export function requireWayIn({ password, send_password }: Pick<NewUser, 'password' | 'send_password'>): void {
  if (password === undefined && send_password === false) {
    throw invalidInput({ password: 'is needed when send_password is false: nobody would know it otherwise' })
  }
}

/** What is left out stays. */
export const editedUserFields = {
  role: Role.optional(),
  email: z.email().max(254).optional(),
  first_name: Name.optional(),
  last_name: Name.optional(),
  nickname: z.string().min(1).max(200).optional(),
  display_name: z.string().min(1).max(200).optional(),
  user_url: WebAddress.optional(),
  description: z.string().max(10_000).optional(),
  password: Password.optional().describe('Ends all sessions of the user on the site. Never shown again.'),
}

export type EditedUser = z.output<z.ZodObject<typeof editedUserFields>>

export const fieldsOf = (written: EditedUser) =>
  Object.entries(written).flatMap(([name, value]) => (value === undefined ? [] : [name]))

export const nothingToChange = () => invalidInput({ role: 'or another field is needed: say what to change' })
