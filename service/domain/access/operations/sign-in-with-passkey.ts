import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { challengeEnded } from '../access-errors.ts'
import { passkeyAnswer, verifyPasskey } from '../passkeys/passkey.ts'
import { findPasskeyByCredential } from '../passkeys/passkey-store.ts'
import { findOpenChallenge } from '../sign-in/challenge.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'

export const signInWithPasskey = operation({
  name: 'sign-in-with-passkey',
  summary: 'Open a dashboard session with a passkey, alone or as the second factor of a sign-in.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  input: z.strictObject({
    answer: passkeyAnswer.describe('From the browser, as JSON.'),
    challenge: z.string().min(1).max(100).optional().describe('Of a sign-in that needs a second factor.'),
  }),
  subject: async ({ answer }, { db }) =>
    JSON.stringify({ user_id: (await findPasskeyByCredential(db, answer.id))?.user_id ?? null }),
  output: signInAnswer,
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ answer, challenge }, ctx) => {
    const source = sourceOf(ctx.actor)
    if (challenge === undefined) {
      const { user } = await verifyPasskey(ctx, 'sign-in', null, answer)
      return completeSignIn(ctx, { user, way: 'passkey', proven: ['passkey'], source })
    }
    const open = await findOpenChallenge(ctx, challenge)
    if (!open) throw challengeEnded()
    const { user } = await verifyPasskey(ctx, 'second-factor', open.user, answer)
    await open.use()
    return completeSignIn(ctx, { user, way: open.way, proven: [...open.proven, 'passkey'], source })
  })
