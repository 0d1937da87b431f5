import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { MailError } from '../../../platform/mail.ts'
import {
  findMailBranding,
  isPermanentMailFailure,
  isUnknownMailOutcome,
  listAdministratorAddresses,
  mailError,
  renderMail,
} from '../../notifications/index.ts'
import { MoveEvent, moveMails } from '../move-mail.ts'

/** Has no address: imports and exports queue it. */
export const sendMoveMail = operation({
  name: 'send-move-mail',
  summary: 'Notify all administrators by e-mail that a fleet was imported, exported or taken over.',
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
  .does(async ({ event, by, address, at }, { db, mail, log }) => {
    const to = await listAdministratorAddresses(db)
    if (to.length === 0 || mail.missing !== null) return { sent: false }
    const { subject, text } = moveMails[event]
    const paragraphs = [text, `User: ${by}. Time: ${at}. Address: ${address ?? 'the server itself'}.`]
    const branding = await findMailBranding(db)
    try {
      await mail.send({ to, subject, ...renderMail(subject, { paragraphs }, branding) })
      return { sent: true }
    } catch (error) {
      const problem = error instanceof MailError ? mailError(error) : error
      // A retry after an unknown outcome could send it twice.
      if (!(problem instanceof ServiceError) || !(isPermanentMailFailure(problem) || isUnknownMailOutcome(problem)))
        throw problem
      log.warn({ reason: problem.message }, 'the e-mail about an import or export was not sent')
      return { sent: false }
    }
  })
