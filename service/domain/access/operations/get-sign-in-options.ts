import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { mailLinkProblem } from '../mail-links/mail-link.ts'

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
  }),
}).does(async (_input, context) => {
  const problem = mailLinkProblem(context)
  return { password_reset: { available: problem === null, reason: problem?.message ?? null } }
})
