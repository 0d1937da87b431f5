import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { mailAdministrators } from '../../notifications/index.ts'
import { MoveEvent, moveMails } from '../move-mail.ts'

/** Has no address: imports and exports queue it. */
export const sendMoveMail = operation({
  name: 'send-move-mail',
  summary: 'Notify all administrators by e-mail that sites were imported, exported or taken over.',
  effect: 'change',
  permission: 'move-in.manage',
  input: z.strictObject({
    event: MoveEvent,
    by: z.string().max(200),
    address: z.string().max(100).nullable(),
    at: z.iso.datetime(),
  }),
  output: z.object({ sent: z.boolean() }),
})
  .plans(async ({ event }) => ({ would_affect: [{ event }] }))
  .does(async ({ event, by, address, at }, context) => {
    const { subject, text } = moveMails[event]
    const paragraphs = [text, `User: ${by}. Time: ${at}. Address: ${address ?? 'the server itself'}.`]
    return { sent: await mailAdministrators(context, { subject, paragraphs }) }
  })
