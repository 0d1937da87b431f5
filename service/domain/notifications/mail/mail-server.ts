import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { isAddress, isLoopback, tlsModes } from '../../../platform/mail.ts'
import { findMailServer, type MailServerRow, mailPasswordColumn } from './mail-server-store.ts'

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

export const mailServerInput = z.strictObject({
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[a-zA-Z0-9._:-]*$/, 'must be the name or the IP address of the mail server, such as smtp.example.com')
    .optional()
    .describe('The name of the mail server.')
    .meta({ examples: ['smtp.example.com'] }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .refine((port) => [25, 465, 587].includes(port) || port >= 1024, 'must be 25, 465, 587 or a port from 1024 on')
    .optional()
    .describe('587 for STARTTLS, 465 for TLS.')
    .meta({ examples: [587] }),
  tls: z
    .enum(tlsModes)
    .optional()
    .describe('starttls: encryption is required after the greeting; tls: from the first byte; none: unencrypted.'),
  user_name: line(200).optional().describe('Empty: without a login.'),
  password: line(500)
    .nullable()
    .optional()
    .describe('Stored sealed and never shown; null removes it. It is removed when host, port or user name change.'),
  sender: line(300)
    .refine(isSender, 'must be an e-mail address, such as Northwind <care@northwind.example>')
    .optional()
    .describe('The sender of all e-mails: an address, or a name and an address.')
    .meta({ examples: ['Northwind <care@northwind.example>'] }),
})
export type MailServerInput = z.output<typeof mailServerInput>

/** Empty, `care@northwind.example` or `Northwind <care@northwind.example>`. */
function isSender(text: string): boolean {
  if (text === '') return true
  const [, name = '', address = text] = /^([^<>"@,;]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  return name.length <= 100 && isAddress(address.trim())
}

export const MailServerRecord = z.object({
  source: z
    .enum(['environment', 'dashboard'])
    .nullable()
    .describe('environment: SMTP_URL is set and wins; dashboard: these settings are used; null: e-mail is not set up.'),
  problem: z.string().nullable().describe('Why no e-mail can be sent.'),
  host: z.string(),
  port: z.int(),
  tls: z.enum(tlsModes),
  user_name: z.string(),
  has_password: z.boolean(),
  sender: z.string(),
})

export const initialMailServer: Omit<MailServerRow, 'changed_at'> = {
  host: '',
  port: 587,
  tls: 'starttls',
  user_name: '',
  password: null,
  sender: '',
}

export const toMailServerRecord = (
  { mail }: Pick<Context, 'mail'>,
  row: Omit<MailServerRow, 'changed_at'> = initialMailServer,
): z.input<typeof MailServerRecord> => {
  const { password, host, port, tls, user_name, sender } = row
  const has_password = password !== null
  return { source: mail.source, problem: mail.missing, host, port, tls, user_name, has_password, sender }
}

/** Whether nothing is entered: what is read while no server is set up can be sent back. */
export const isEmptyServer = ({ host, sender, user_name, password }: MailServerInput): boolean =>
  [host, sender, user_name, password].every((value) => !value)

/** A password that is entered again is sealed anew, so it counts as another one. */
export const isSameMailServer = (
  { changed_at: _before, ...one }: MailServerRow,
  { changed_at: _after, ...other }: MailServerRow,
): boolean => isDeepStrictEqual(one, other)

/** The stored server with these changes, checked; the password is sealed. */
export async function mergeMailServer(
  { db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { password, ...given }: MailServerInput,
): Promise<MailServerRow> {
  const stored = (await findMailServer(db)) ?? initialMailServer
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const server: MailServerRow = { ...stored, ...defined, changed_at: clock.now() }
  if (password !== undefined) server.password = password ? secrets.seal(password, mailPasswordColumn) : null
  // The password of one account must not be sent to another server.
  else if (server.host !== stored.host || server.port !== stored.port || server.user_name !== stored.user_name)
    server.password = null
  if (server.host === '') throw invalidInput({ host: 'is needed: the name of the mail server' })
  if (server.sender === '') throw invalidInput({ sender: 'is needed: the sender of all e-mails' })
  if (server.tls === 'none' && server.user_name !== '' && !isLoopback(server.host))
    throw invalidInput({ tls: 'must be starttls or tls: a password is never sent unencrypted over the network' })
  return server
}
