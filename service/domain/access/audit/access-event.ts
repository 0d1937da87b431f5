import type { Actor } from '../../../operation/actor.ts'
import { anonymousActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'

export interface AccessEvent {
  /** Named like an operation: `sign-in`, `add-passkey`, `reset-password`, `end-session`. */
  event: string
  /** `ok`, or the code of the refusal. */
  outcome: string
  /** The account concerned; null if there is none. Never pass a login that was only typed: people type passwords into that field. */
  user: { id: number; login: string } | null
  address: string | null
  requestId?: string
  /** What else is worth knowing, such as `way: 'passkey'`. Never a secret. */
  facts?: Record<string, string | number | boolean | null>
}

/**
 * Records an event of access that is not (only) an operation of a signed-in person. `ok` is recorded in `trx`, the transaction of the
 * change, and as its last statement: other lines wait until it ends. A refusal is recorded outside of it, since that transaction is
 * rolled back; equal refusals of one address within an hour become one line and a sum.
 */
export async function recordAccessEvent(
  { audit }: Pick<Context, 'audit'>,
  { event, outcome, user, address, requestId = event, facts = {} }: AccessEvent,
  trx?: Db,
): Promise<void> {
  const subject = JSON.stringify({ login: user?.login ?? null, ...facts })
  const line = { operation: event, outcome, requestId, subject }
  if (outcome !== 'ok') return audit.recordRefusal({ ...line, address, userId: user?.id ?? null })
  await audit.record({ ...line, actor: actorOf(user, address) }, { within: trx })
}

/** The person proved to be this user. */
const actorOf = (user: AccessEvent['user'], address: string | null): Actor =>
  user ? { ...anonymousActor(address), kind: 'user', name: user.login, userId: user.id } : anonymousActor(address)
