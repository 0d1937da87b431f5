import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { challengeEnded } from '../access-errors.ts'
import { authenticationOptions, passkeyOptions } from '../passkeys/passkey.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { findOpenChallenge } from '../sign-in/challenge.ts'

export const startPasskeySignIn = operation({
  name: 'start-passkey-sign-in',
  summary:
    'Create the options with which the browser signs in with a passkey. Its answer goes to POST /access/sessions/passkey.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  input: z.strictObject({
    challenge: z.string().min(1).max(100).optional().describe('Of a sign-in that needs a second factor.'),
  }),
  subject: () => '',
  output: passkeyOptions,
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ challenge }, ctx) => {
    // Each call stores a challenge, so strangers are limited.
    const network = networkOfAddress(ctx.actor.address)
    await countRequest(ctx, `passkey sign-ins from ${network}`, { failures: 60, windowMs: 60_000 })
    if (challenge === undefined) return authenticationOptions(ctx, 'sign-in', null)
    const open = await findOpenChallenge(ctx, challenge)
    if (!open) throw challengeEnded()
    return authenticationOptions(ctx, 'second-factor', open.user)
  })
