import { operation } from '../../../operation/operation.ts'
import { announceAccessProtection } from '../../events/index.ts'
import {
  isEmptyServer,
  isSameMailServer,
  MailServerRecord,
  mailServerInput,
  mergeMailServer,
  toMailServerRecord,
} from '../mail/mail-server.ts'
import { findMailServer, upsertMailServer } from '../mail/mail-server-store.ts'
import { notifyAtFormerServer, openFormerMailer } from '../mail/notify-former-server.ts'

export const updateMailServer = operation({
  name: 'update-mail-server',
  summary:
    'Change the mail server; fields that are not sent do not change. It applies in all processes immediately, unless SMTP_URL is set.',
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
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
    const before = await findMailServer(context.db)
    const former = openFormerMailer(context, before)
    const isChanged = !before || !isSameMailServer(before, server)
    await context.db.transaction().execute(async (trx) => {
      await upsertMailServer(trx, server)
      if (isChanged) await announceAccessProtection(context, trx, 'mail-server')
    })
    await context.mail.refresh?.()
    if (isChanged) await notifyAtFormerServer(context, former)
    return toMailServerRecord(context, server)
  })

const environmentWarning = (source: string | null) =>
  source === 'environment' ? ['SMTP_URL is set, so these settings are stored but not used.'] : []
