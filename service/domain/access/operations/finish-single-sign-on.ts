import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ssoLoginNotFound } from '../oidc/oidc-errors.ts'
import { callbackInput, finishLogin } from '../oidc/oidc-login.ts'
import { findOrCreatePerson } from '../oidc/sign-in-person.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'

export const finishSingleSignOn = operation({
  name: 'finish-single-sign-on',
  summary: 'Finish a sign-in with the answer of the identity provider, in the browser that started it.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'public',
  input: callbackInput,
  subject: () => 'single sign-on',
  output: signInAnswer.extend({ return_to: z.string() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (input, context) => {
    const { actor } = context
    const network = networkOfAddress(actor.address)
    await countRequest(context, `single sign-on from ${network}`, { failures: 60, windowMs: 60_000 })
    const person = await finishLogin(context, input, actor.browserToken ?? null)
    // Begun by a signed-in user to link the account: it must not sign in a user.
    if (person.login.user_id !== null) throw ssoLoginNotFound()
    const user = await findOrCreatePerson(context, person)
    const answer = await completeSignIn(context, {
      user,
      way: 'single sign-on',
      proven: ['single sign-on'],
      source: sourceOf(actor),
    })
    return { ...answer, return_to: person.login.return_to }
  })
