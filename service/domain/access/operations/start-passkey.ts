import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { passkeyOptions, registrationOptions } from '../passkeys/passkey.ts'
import { passkeyAddress } from '../passkeys/passkey-address.ts'
import { requireSessionId } from '../sessions/session.ts'
import { requireUser } from '../users/user-store.ts'

export const startPasskey = operation({
  name: 'start-passkey',
  summary: 'Create the options with which the browser creates a passkey. Its answer goes to POST /access/me/passkeys.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({}),
  output: passkeyOptions,
})
  .plans(async (_input, context) => {
    requireSessionId(context.actor)
    passkeyAddress(context)
    return { would_affect: [] }
  })
  .does(async (_input, context) => {
    requireSessionId(context.actor)
    return registrationOptions(context, await requireUser(context.db, requireUserId(context.actor)))
  })
