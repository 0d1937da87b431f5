import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { MailServerRecord, toMailServerRecord } from '../mail/mail-server.ts'
import { findMailServer } from '../mail/mail-server-store.ts'

export const getMailServer = operation({
  name: 'get-mail-server',
  summary: 'Show the mail server of the dashboard, without its password, and whether SMTP_URL is used instead.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: MailServerRecord,
}).does(async (_input, context) => toMailServerRecord(context, await findMailServer(context.db)))
