import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { MailError } from '../../../platform/mail.ts'
import {
  findMailBranding,
  isPermanentMailFailure,
  isUnknownMailOutcome,
  mailError,
  renderMail,
} from '../../notifications/index.ts'
import { mailTextsIn } from '../mail-links/mail-texts.ts'
import { userId } from '../users/user.ts'
import { findUser, findUserLanguage } from '../users/user-store.ts'

/** Has no address: a sign-in from a new device queues it. */
export const sendNewDeviceMail = operation({
  name: 'send-new-device-mail',
  summary: 'Notify a user by e-mail of a sign-in from a browser that Flotilla does not know.',
  effect: 'change',
  permission: 'access.manage',
  input: z.strictObject({
    id: userId,
    address: z.string().max(100).nullable(),
    browser: z.string().max(100).nullable(),
    at: z.iso.datetime(),
  }),
  output: z.object({ sent: z.boolean() }),
})
  .plans(async ({ id }) => ({ would_affect: [{ id }] }))
  .does(async ({ id, address, browser, at }, { db, mail, log }) => {
    const user = await findUser(db, id)
    if (!user?.email || mail.missing !== null) return { sent: false }
    const language = await findUserLanguage(db, id)
    const texts = mailTextsIn(language)
    const subject = texts.deviceSubject
    const paragraphs = [texts.deviceUnknown(user.login), texts.deviceFacts(at, address, browser), texts.deviceAdvice]
    const branding = await findMailBranding(db)
    try {
      await mail.send({ to: [user.email], subject, ...renderMail(subject, { language, paragraphs }, branding) })
      return { sent: true }
    } catch (error) {
      const problem = error instanceof MailError ? mailError(error) : error
      // A retry after an unknown outcome could send it twice.
      if (!(problem instanceof ServiceError) || !(isPermanentMailFailure(problem) || isUnknownMailOutcome(problem)))
        throw problem
      log.warn({ reason: problem.message }, 'the e-mail about a new device was not sent')
      return { sent: false }
    }
  })
