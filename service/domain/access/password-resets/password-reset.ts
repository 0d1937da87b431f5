import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { linkNotFound, mailLink, sendLinkMail } from '../mail-links/mail-link.ts'
import { mailTextsIn } from '../mail-links/mail-texts.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { newLinkToken } from '../passwords/random-text.ts'
import { findUser, findUserLanguage, type UserRow } from '../users/user-store.ts'
import {
  deletePasswordReset,
  findPasswordReset,
  listResettableUsers,
  upsertPasswordReset,
} from './password-reset-store.ts'

const minute = 60_000
const hour = 60 * minute
const resetLifetimeMs = 30 * minute
/** Several users may share an e-mail address; each gets an e-mail. */
const maxUsersPerRequest = 10

/** The typed text is sealed under this name while the request waits in the queue: people also type passwords there. */
export const requestColumn = 'password_reset_requests.typed'

/** The same for every typed text, so that the limits do not show which users exist. */
export async function countResetRequest(
  context: Pick<Context, 'db' | 'clock' | 'access'>,
  typed: string,
  address: string | null,
): Promise<void> {
  const person = keyedHash(context.access.hashingKey, 'login', typed.toLowerCase())
  await countRequest(context, `password resets from ${networkOfAddress(address)}`, { failures: 20, windowMs: hour })
  await countRequest(context, `password resets for ${person}`, { failures: 5, windowMs: hour })
}

type Mailing = Pick<Context, 'db' | 'clock' | 'access' | 'mail' | 'publicUrl'>

/** Sends a link to every active user with this login or e-mail address. Returns the number of e-mails. */
export async function mailPasswordResets(context: Mailing, typed: string): Promise<number> {
  const users = await listResettableUsers(context.db, typed, maxUsersPerRequest)
  for (const user of users) await mailPasswordReset(context, user)
  return users.length
}

async function mailPasswordReset(context: Mailing, { id, login, email }: UserRow): Promise<void> {
  if (!email) return
  const { db, clock, access } = context
  // A user has a login and an e-mail address, so the limits of typed texts allow twice as many.
  await countRequest(context, `password resets of user ${id}`, { failures: 5, windowMs: hour })
  const token = newLinkToken()
  const now = clock.now()
  await upsertPasswordReset(db, {
    user_id: id,
    token_hash: keyedHash(access.hashingKey, 'password reset', token),
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + resetLifetimeMs),
  })
  const language = await findUserLanguage(db, id)
  const texts = mailTextsIn(language)
  await sendLinkMail(context, {
    to: email,
    subject: texts.resetSubject,
    content: {
      language,
      paragraphs: [texts.resetRequested(login), texts.resetValid],
      link: { text: texts.resetLink, url: mailLink(context, 'reset-password', token) },
      footer: texts.resetFooter,
    },
  })
}

export interface OpenPasswordReset {
  user: UserRow
  tokenHash: string
}

/** The user of a token that can be used now. */
export async function requirePasswordReset(
  { db, clock, access }: Pick<Context, 'db' | 'clock' | 'access'>,
  token: string,
): Promise<OpenPasswordReset> {
  const tokenHash = keyedHash(access.hashingKey, 'password reset', token)
  const reset = await findPasswordReset(db, tokenHash)
  const user = reset && (await findUser(db, reset.user_id))
  // Another e-mail address since then: the owner of the old one must not get in.
  const isUsable = reset && user && reset.expires_at > clock.now() && !user.disabled && user.email === reset.email
  if (!isUsable) throw resetLinkNotFound()
  return { user, tokenHash }
}

/** In the transaction of the new password: of two uses at the same time one is refused. */
export async function usePasswordReset(trx: Db, tokenHash: string): Promise<void> {
  if (!(await deletePasswordReset(trx, tokenHash))) throw resetLinkNotFound()
}

const resetLinkNotFound = () => linkNotFound('Request a new one with “Forgot password?”.')
