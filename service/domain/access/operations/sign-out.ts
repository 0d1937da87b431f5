import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { sessionNotFound } from '../access-errors.ts'
import { isOidcSession } from '../oidc/identity-store.ts'
import { findEndSessionUrl } from '../oidc/oidc-logout.ts'
import { deleteSession } from '../sessions/session-store.ts'

export const signOut = operation({
  name: 'sign-out',
  summary: 'End the session of this call.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({
    signed_out: z.literal(true),
    redirect_to: z.string().nullable().describe('The page of the identity provider that ends its session, too.'),
  }),
})
  .plans(async (_input, { actor }) => ({ would_affect: [{ id: requireSession(actor.sessionId) }] }))
  .does(async (_input, context) => {
    const { actor } = context
    const id = requireSession(actor.sessionId)
    const userId = requireUserId(actor)
    const isSingleSignOn = await isOidcSession(context.db, id)
    await changeAccess(context, userId, (trx) => deleteSession(trx, userId, id))
    return { signed_out: true, redirect_to: isSingleSignOn ? await findEndSessionUrl(context) : null }
  })

function requireSession(id: string | null): string {
  if (id === null) throw sessionNotFound('This call did not come with a session, so there is none to end.')
  return id
}
