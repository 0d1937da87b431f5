import { z } from 'zod'
import { systemActor } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { requireMailLinks } from '../mail-links/mail-link.ts'
import { countResetRequest, requestColumn } from '../password-resets/password-reset.ts'
import { sendPasswordReset } from './send-password-reset.ts'

export const requestPasswordReset = operation({
  name: 'request-password-reset',
  summary:
    'Request an e-mail with a link for choosing a new password. The answer is the same whether the user exists or not.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'public',
  aliases: { email: 'login', username: 'login' },
  input: z.strictObject({ login: z.string().min(1).max(254).describe('User name or e-mail address.') }),
  subject: () => 'a password reset',
  output: z.object({ requested: z.literal(true), message: z.string() }),
})
  .plans(async (_input, context) => {
    requireMailLinks(context)
    return { would_affect: [] }
  })
  .does(async ({ login }, context) => {
    requireMailLinks(context)
    const { queue, secrets, db, actor, recordChange } = context
    await countResetRequest(context, login, actor.address)
    // Users are searched later, in a worker: this answer takes the same time for unknown people.
    const call = {
      operation: sendPasswordReset.name,
      input: { request: secrets.seal(login, requestColumn) },
      actor: { ...systemActor('password reset'), address: actor.address },
    }
    await db.transaction().execute(async (trx) => {
      await queue.later(call, { within: trx })
      await recordChange(trx)
    })
    return {
      requested: true,
      message:
        'If there is a user with this name or address and an e-mail address is stored, a link is on its way. It is valid for 30 minutes.',
    }
  })
