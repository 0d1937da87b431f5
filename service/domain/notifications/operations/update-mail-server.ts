import { operation } from '../../../operation/operation.ts'
import {
  isEmptyServer,
  MailServerRecord,
  mailServerInput,
  mergeMailServer,
  toMailServerRecord,
} from '../mail/mail-server.ts'
import { findMailServer, upsertMailServer } from '../mail/mail-server-store.ts'

export const updateMailServer = operation({
  name: 'update-mail-server',
  summary:
    'Change the mail server; fields that are not sent do not change. It applies in all processes immediately, unless SMTP_URL is set.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  stepUp: true,
  input: mailServerInput,
  readOnly: ['source', 'problem', 'has_password'],
  output: MailServerRecord,
  subject: ({ host, sender }) => JSON.stringify({ mail_server: host, sender }),
})
  .plans(async (changes, context) => {
    if (isEmptyServer(changes) && !(await findMailServer(context.db))) return { would_affect: [] }
    const { host, port, sender } = await mergeMailServer(context, changes)
    return { would_affect: [{ host, port, sender }], warnings: environmentWarning(context.mail.source) }
  })
  .does(async (changes, context) => {
    if (isEmptyServer(changes) && !(await findMailServer(context.db))) return toMailServerRecord(context)
    const server = await mergeMailServer(context, changes)
    await upsertMailServer(context.db, server)
    await context.mail.refresh?.()
    return toMailServerRecord(context, server)
  })

const environmentWarning = (source: string | null) =>
  source === 'environment' ? ['SMTP_URL is set, so these settings are stored but not used.'] : []
