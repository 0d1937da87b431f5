import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { beginLogin, returnPath } from '../oidc/oidc-login.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { newLinkToken } from '../passwords/random-text.ts'

export const beginSingleSignOn = operation({
  name: 'begin-single-sign-on',
  summary:
    'Start a sign-in with the identity provider: returns the address of its page, for this browser and 10 minutes.',
  effect: 'change',
  permission: 'public',
  input: z.strictObject({ return_to: returnPath }),
  subject: () => 'single sign-on',
  output: z.object({
    redirect_to: z.string(),
    browser_token: z.string().describe('Becomes a cookie; the sign-in can be finished only with it.'),
  }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ return_to }, context) => {
    const network = networkOfAddress(context.actor.address)
    await countRequest(context, `single sign-on from ${network}`, { failures: 60, windowMs: 60_000 })
    const browser = newLinkToken()
    const redirectTo = await beginLogin(context, { browser, userId: null, returnTo: return_to })
    return { redirect_to: redirectTo, browser_token: browser }
  })
