import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { authenticationOptions, passkeyOptions } from '../passkeys/passkey.ts'
import { requireSessionId } from '../sessions/session.ts'
import { requireUser } from '../users/user-store.ts'

export const startPasskeyConfirmation = operation({
  name: 'start-passkey-confirmation',
  summary: 'Create the options with which a passkey confirms your identity: POST /access/sessions/current/confirm.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({}),
  output: passkeyOptions,
})
  .plans(async (_input, { actor }) => ({ would_affect: [{ id: requireSessionId(actor) }] }))
  .does(async (_input, ctx) => {
    requireSessionId(ctx.actor)
    return authenticationOptions(ctx, 'confirm', await requireUser(ctx.db, requireUserId(ctx.actor)))
  })
