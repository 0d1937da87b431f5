import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { sessionNotFound } from '../access-errors.ts'
import { openSince } from '../sessions/session.ts'
import { deleteSession, listSessions } from '../sessions/session-store.ts'

export const endSession = operation({
  name: 'end-session',
  summary: 'End one of your own sessions, for example on a computer you no longer have.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'own',
  // Ending access must stay quick.
  stepUp: false,
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ended: z.literal(true), id: z.string() }),
})
  .plans(async ({ id }, { db, clock, settings, actor }) => {
    const sessions = await listSessions(db, requireUserId(actor), openSince(settings, clock.now()))
    if (!sessions.some((session) => session.id === id)) throw sessionNotFound()
    return { id, would_affect: [{ id }] }
  })
  .does(async ({ id }, context) => {
    const userId = requireUserId(context.actor)
    await changeAccess(context, userId, async (trx) => {
      if (!(await deleteSession(trx, userId, id))) throw sessionNotFound()
    })
    return { ended: true, id }
  })
