import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { factorSetupRequired, permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { loginEnded, requireKeyLogin, userCode } from '../key-logins/key-login.ts'
import { updateKeyLoginUser } from '../key-logins/key-login-store.ts'
import { countRequest } from '../passwords/failure-limit.ts'
import { requireSessionId } from '../sessions/session.ts'

export const confirmKeyLogin = operation({
  name: 'confirm-key-login',
  summary:
    'Give the program that shows this code a key of yours for 90 days. Its changes need the approval of a person.',
  effect: 'change',
  // Not one transaction: a wrong code must stay counted.
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({ code: userCode }),
  output: z.object({ confirmed: z.literal(true), name: z.string() }),
  subject: () => 'a program that asks for a key',
})
  .plans(async ({ code }, context) => {
    await countGuess(context)
    const { name, address } = await requireKeyLogin(context, code)
    return { would_affect: [{ name, address }] }
  })
  .does(async ({ code }, context) => {
    const { db, actor } = context
    await countGuess(context)
    // Such a user may only change the password or set up a factor.
    if (actor.mustChangePassword)
      throw permissionDenied('This is a one-time password. Change it first: PUT /access/me/password.')
    if (actor.mustSetUpFactor) throw factorSetupRequired()
    const { device_hash, name } = await requireKeyLogin(context, code)
    await db.transaction().execute(async (trx) => {
      if (!(await updateKeyLoginUser(trx, device_hash, requireUserId(actor)))) throw loginEnded()
      await context.recordChange(trx)
    })
    return { confirmed: true, name }
  })

const countGuess = (context: Context) =>
  countRequest(context, `login codes of session ${requireSessionId(context.actor)}`, { failures: 20, windowMs: 60_000 })
