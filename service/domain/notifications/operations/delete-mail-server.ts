import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteMailServerRow, findMailServer } from '../mail/mail-server-store.ts'

export const deleteMailServer = operation({
  name: 'delete-mail-server',
  summary: 'Delete the mail server of the dashboard with its password. Without SMTP_URL no e-mail is sent afterwards.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({}),
  output: z.object({ deleted: z.boolean() }),
  subject: () => 'mail server',
})
  .plans(async (_input, { db }) => {
    const server = await findMailServer(db)
    return { would_affect: server ? [{ host: server.host, port: server.port }] : [] }
  })
  .does(async (_input, { db, mail }) => {
    const server = await findMailServer(db)
    await deleteMailServerRow(db)
    await mail.refresh?.()
    return { deleted: server !== undefined }
  })
