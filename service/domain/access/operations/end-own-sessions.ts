import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { openSince } from '../sessions/session.ts'
import { deleteSessions, listSessions } from '../sessions/session-store.ts'

export const endOwnSessions = operation({
  name: 'end-own-sessions',
  summary: 'End all of your sessions except the one of this call.',
  effect: 'destroy',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'own',
  // Ending access must stay quick.
  stepUp: false,
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
})
  .plans(async (_input, { db, clock, settings, actor }) => {
    const sessions = await listSessions(db, requireUserId(actor), openSince(settings, clock.now()))
    return { would_affect: sessions.filter(({ id }) => id !== actor.sessionId).map(({ id }) => ({ id })) }
  })
  .does(async (_input, context) => {
    const userId = requireUserId(context.actor)
    const except = context.actor.sessionId
    return { ended: await changeAccess(context, userId, (trx) => deleteSessions(trx, userId, { except })) }
  })
