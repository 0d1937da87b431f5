import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { sessionNotFound } from '../access-errors.ts'
import { deleteSession } from '../sessions/session-store.ts'

export const signOut = operation({
  name: 'sign-out',
  summary: 'End the session of this call.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({ signed_out: z.literal(true) }),
})
  .plans(async (_input, { actor }) => ({ would_affect: [{ id: requireSession(actor.sessionId) }] }))
  .does(async (_input, context) => {
    const { actor } = context
    const id = requireSession(actor.sessionId)
    const userId = requireUserId(actor)
    await changeAccess(context, userId, (trx) => deleteSession(trx, userId, id))
    return { signed_out: true }
  })

function requireSession(id: string | null): string {
  if (id === null) throw sessionNotFound('This call did not come with a session, so there is none to end.')
  return id
}
