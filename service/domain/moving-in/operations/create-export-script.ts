import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { buildExportScript, exportScriptName, fingerprintOf } from '../export-script/export-script.ts'
import { expiryOf, insertExportScript } from '../export-script/export-script-store.ts'
import { queueMoveMail } from '../move-mail.ts'
import { requireScriptCapacity } from '../moving-in-errors.ts'
import { requirePerson } from '../require-person.ts'

export const createExportScript = operation({
  name: 'create-export-script',
  summary:
    'Create a PHP script for one use that exports sites with their keys, clients, tags, costs and monitors from the established dashboard, encrypted for this installation.',
  effect: 'change',
  audit: 'own-transaction',
  stepUp: true,
  permission: 'move-in.manage',
  input: z.strictObject({}),
  output: z.object({
    script_id: z.string(),
    fingerprint: z.string().describe('The script shows the same text before it exports.'),
    expires_at: timestamp,
    filename: z.string(),
    content: z.string(),
  }),
  subject: () => 'export script',
})
  .plans(async (_, { actor, db, clock }) => {
    requirePerson(actor)
    await requireScriptCapacity(db, clock.now())
    return { would_affect: [{ filename: exportScriptName }] }
  })
  .does(async (_, context) => {
    const { actor, db, clock, secrets, connector, recordChange } = context
    requirePerson(actor)
    const createdAt = clock.now()
    await requireScriptCapacity(db, createdAt)
    const { privateKeyPem, publicKeyPem } = await connector.prepareKey()
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')]
    const fingerprint = fingerprintOf(publicKeyPem)
    const script = { id, fingerprint, created_by: actor.name, created_at: createdAt }
    await db.transaction().execute(async (trx) => {
      await insertExportScript(trx, secrets, script, { privateKeyPem, secret })
      await queueMoveMail(context, trx, 'export-script-created')
      await recordChange(trx)
    })
    const expiresAt = expiryOf(createdAt)
    return {
      script_id: id,
      fingerprint,
      expires_at: isoTime(expiresAt),
      filename: exportScriptName,
      content: buildExportScript({ id, publicKeyPem, secret, createdAt, expiresAt }),
    }
  })
