import { z } from 'zod'
import { type Actor, type Role, roles } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { permissionDenied, ServiceError } from '../../../operation/errors.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { linkNotFound, mailLink, sendLinkMail } from '../mail-links/mail-link.ts'
import { mailTextsIn } from '../mail-links/mail-texts.ts'
import { countRequest } from '../passwords/failure-limit.ts'
import { newLinkToken } from '../passwords/random-text.ts'
import { type GrantedRights, shownRole } from '../users/granted-rights.ts'
import { userRole } from '../users/role.ts'
import { email } from '../users/user.ts'
import { findUserLanguage } from '../users/user-store.ts'
import { findInvitation, findInvitationByToken, type InvitationRow } from './invitation-store.ts'

const day = 86_400_000
const hour = 3_600_000
export const invitationLifetimeMs = 7 * day

export const invitationId = z.int().min(1)
export const invitedEmail = email.unwrap().min(3)

export const invitationRecord = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: userRole,
  role_id: z.int().nullable(),
  role_name: z.string().nullable().describe('The name of the custom role.'),
  site_ids: z.array(z.int()).nullable(),
  tag_ids: z.array(z.int()).nullable(),
  client_ids: z.array(z.int()).nullable(),
  state: z
    .enum(['open', 'expired', 'void'])
    .describe(
      'void: the user who invited has no access now or may no longer give this role. Send it again to renew it.',
    ),
  invited_by: z.object({ id: z.int(), login: z.string(), name: z.string() }),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  expires_at: timestamp,
})

export function toInvitationRecord(row: InvitationRow, now: Date): z.input<typeof invitationRecord> {
  const { id, email, name, role_id, role_name, invited_by, inviter } = row
  const { site_ids, tag_ids, client_ids } = rightsOfInvitation(row)
  return {
    id,
    email,
    name,
    role: shownRole(row),
    role_id,
    role_name,
    site_ids,
    tag_ids,
    client_ids,
    state: stateOf(row, now),
    invited_by: { id: invited_by, login: inviter.login, name: inviter.name },
    created_at: isoTime(row.created_at),
    sent_at: isoTime(row.sent_at),
    expires_at: isoTime(row.expires_at),
  }
}

/** What the user gets who accepts it. */
export const rightsOfInvitation = ({ role, role_id, limits }: InvitationRow): GrantedRights => ({
  role,
  role_id,
  site_ids: limits?.site_ids ?? null,
  tag_ids: limits?.tag_ids ?? null,
  client_ids: limits?.client_ids ?? null,
})

function stateOf({ inviter, role, expires_at }: InvitationRow, now: Date): 'open' | 'expired' | 'void' {
  const hasAccess = !inviter.disabled && (inviter.access_until === null || inviter.access_until > now)
  const canInvite = hasAccess && !inviter.limited && hasPermission(inviter, 'access.manage')
  if (!canInvite || !includesRole(inviter.role, role)) return 'void'
  return expires_at <= now ? 'expired' : 'open'
}

const includesRole = (mine: Role, given: Role) => roles.indexOf(mine) <= roles.indexOf(given)

/** A user gives no role with more rights than their own. */
export function requireGrantableRole(actor: Pick<Actor, 'role'>, given: Role): void {
  if (actor.role === 'custom' || !includesRole(actor.role, given))
    throw permissionDenied(`You may not give the role ${given}, which has more rights than yours (${actor.role}).`)
}

export const invitationNotFound = (id: number) =>
  new ServiceError(
    'svc_invitation_not_found',
    'missing',
    `There is no open invitation ${id}; GET /access/invitations lists them.`,
  )

export async function requireInvitation(db: Db, id: number): Promise<InvitationRow> {
  const invitation = await findInvitation(db, id)
  if (!invitation) throw invitationNotFound(id)
  return invitation
}

/** The invitation of a token that can be accepted now. */
export async function requireOpenInvitation(
  { db, clock, access }: Pick<Context, 'db' | 'clock' | 'access'>,
  token: string,
  options: { within?: Db; lock?: boolean } = {},
): Promise<InvitationRow> {
  const hash = keyedHash(access.hashingKey, 'invitation', token)
  const invitation = await findInvitationByToken(options.within ?? db, hash, { lock: options.lock ?? false })
  if (!invitation || stateOf(invitation, clock.now()) !== 'open')
    throw linkNotFound('Ask the person who invited you to send the invitation again.')
  return invitation
}

type Mailing = Pick<Context, 'db' | 'clock' | 'access' | 'mail' | 'publicUrl' | 'actor'>

export interface SentInvitation {
  token_hash: string
  sent_at: Date
  expires_at: Date
}

/** Sends the e-mail before anything is stored: a mail server that refuses it leaves an earlier link valid. */
export async function mailInvitation(
  context: Mailing,
  { email, role, inviterName }: { email: string; role: string; inviterName: string },
): Promise<SentInvitation> {
  const { clock, actor, access } = context
  await countRequest(context, `invitations by ${actor.userId}`, { failures: 100, windowMs: hour })
  const recipient = keyedHash(access.hashingKey, 'login', email.toLowerCase())
  await countRequest(context, `invitations to ${recipient}`, { failures: 5, windowMs: hour })
  const language = actor.userId === null ? 'en' : await findUserLanguage(context.db, actor.userId)
  const texts = mailTextsIn(language)
  const token = newLinkToken()
  const now = clock.now()
  await sendLinkMail(context, {
    to: email,
    subject: texts.inviteSubject,
    content: {
      language,
      paragraphs: [texts.invited(inviterName, texts.roles[role] ?? role), texts.inviteValid],
      link: { text: texts.inviteLink, url: mailLink(context, 'invitation', token) },
      footer: texts.inviteFooter,
    },
  })
  return {
    token_hash: keyedHash(access.hashingKey, 'invitation', token),
    sent_at: now,
    expires_at: new Date(now.getTime() + invitationLifetimeMs),
  }
}
