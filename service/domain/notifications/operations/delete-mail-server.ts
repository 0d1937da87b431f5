import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { announceAccessProtection } from '../../events/index.ts'
import { deleteMailServerRow, findMailServer } from '../mail/mail-server-store.ts'
import { notifyAtFormerServer, openFormerMailer } from '../mail/notify-former-server.ts'

export const deleteMailServer = operation({
  name: 'delete-mail-server',
  summary: 'Delete the mail server of the dashboard with its password. Without SMTP_URL no e-mail is sent afterwards.',
  effect: 'destroy',
  idempotent: true,
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({}),
  output: z.object({ deleted: z.boolean() }),
  subject: () => 'mail server',
})
  .plans(async (_input, { db }) => {
    const server = await findMailServer(db)
    return { would_affect: server ? [{ host: server.host, port: server.port }] : [] }
  })
  .does(async (_input, context) => {
    const { db, mail } = context
    const server = await findMailServer(db)
    const former = openFormerMailer(context, server)
    await db.transaction().execute(async (trx) => {
      await deleteMailServerRow(trx)
      if (server) await announceAccessProtection(context, trx, 'mail-server')
    })
    await mail.refresh?.()
    await notifyAtFormerServer(context, former)
    return { deleted: server !== undefined }
  })
