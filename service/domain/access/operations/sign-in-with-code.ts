import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { challengeEnded } from '../access-errors.ts'
import { checkCode, presentedCode } from '../factors/check-code.ts'
import { findOpenChallenge } from '../sign-in/challenge.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'

export const signInWithCode = operation({
  name: 'sign-in-with-code',
  summary:
    'Complete a sign-in that answered svc_second_factor_required, with a code of the authenticator app or a recovery code.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  input: z.strictObject({
    challenge: z.string().min(1).max(100).describe('From the answer to POST /access/sessions.'),
    code: presentedCode.meta({ examples: ['123456'] }),
  }),
  subject: async ({ challenge }, context) => {
    const user = (await findOpenChallenge(context, challenge))?.user
    return JSON.stringify({ login: user?.login ?? null, user_id: user?.id ?? null })
  },
  output: signInAnswer,
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ challenge, code }, ctx) => {
    const open = await findOpenChallenge(ctx, challenge)
    if (!open) throw challengeEnded()
    const { user, way, proven } = open
    const source = sourceOf(ctx.actor)
    const factor = await checkCode(ctx, user, code, source)
    await open.use()
    return completeSignIn(ctx, { user, way, proven: [...proven, factor], source })
  })
