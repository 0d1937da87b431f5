import { hash, randomBytes } from 'node:crypto'
import { credentialOf } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { LoginTarget } from '../../../platform/connector/parts/login-link.ts'
import { insertTicket, type TicketRow, takeTicket } from './admin-login-store.ts'

/**
 * A signed login link never expires and works for anyone, so it is never returned as text. The caller gets an address of
 * this service that works once, within a minute, for the same session or key, and redirects to a link created then.
 */

const validMs = 60_000

const hashOf = (ticket: string) => hash('sha256', ticket)

export async function makeAdminLoginAddress(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  siteId: number,
  target: LoginTarget,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const now = clock.now()
  const expires_at = new Date(now.getTime() + validMs)
  const row = { ticket_hash: hashOf(ticket), site_id: siteId, owner: credentialOf(actor), target, expires_at }
  await insertTicket(db, row, now)
  return `/api/v2/admin-login/${ticket}`
}

export async function useAdminLoginTicket(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  ticket: string,
): Promise<Pick<TicketRow, 'site_id' | 'target'>> {
  const found = await takeTicket(db, { ticket_hash: hashOf(ticket), owner: credentialOf(actor) }, clock.now())
  if (!found) {
    throw new ServiceError(
      'svc_login_link_used',
      'missing',
      'This address was already used, is older than a minute, or belongs to another session. Open the administration again.',
    )
  }
  return found
}
