import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { mailLinkProblem } from '../mail-links/mail-link.ts'
import { ssoProblem } from '../oidc/oidc-settings.ts'
import { findOidcSettings } from '../oidc/oidc-settings-store.ts'

export const getSignInOptions = operation({
  name: 'get-sign-in-options',
  summary: 'Show which ways of signing in the sign-in page offers, and why others are off.',
  effect: 'read',
  permission: 'public',
  input: z.strictObject({}),
  output: z.object({
    password_reset: z.object({
      available: z.boolean(),
      reason: z.string().nullable().describe('Why it is off.'),
    }),
    single_sign_on: z.object({ available: z.boolean(), name: z.string().describe('The name of the provider.') }),
  }),
}).does(async (_input, context) => {
  const problem = mailLinkProblem(context)
  const settings = await findOidcSettings(context.db)
  const isOn = ssoProblem(settings, context) === null
  return {
    password_reset: { available: problem === null, reason: problem?.message ?? null },
    single_sign_on: { available: isOn, name: isOn ? settings.name : '' },
  }
})
