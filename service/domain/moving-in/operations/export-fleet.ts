import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import { SnapshotReader } from '../../../platform/database/snapshot-reader.ts'
import { version } from '../../../version.ts'
import { exportedTables } from '../fleet-export/exported-tables.ts'
import { readPublicKey, SecretEncryption } from '../fleet-export/secret-encryption.ts'
import { writeExport } from '../fleet-export/write-export.ts'
import { queueMoveMail } from '../move-mail.ts'
import { exportInProgress } from '../moving-in-errors.ts'
import { requirePerson } from '../require-person.ts'

export const exportFleet = operation({
  name: 'export-fleet',
  summary:
    'Export everything as JSON lines and CSV in a zip file, from one moment. With a public key it also contains the keys of the sites and other credentials, encrypted with that key.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  heavy: true,
  stepUp: true,
  permission: 'move-in.manage',
  input: z.strictObject({
    public_key: z
      .string()
      .max(5_000)
      .describe(
        'An RSA public key in PEM format, 2048 bits or more. Without it the export contains no keys and no credentials.',
      )
      .optional(),
  }),
  output: z.unknown(),
  answers: ['file'],
  subject: ({ public_key }) => (public_key ? 'all data with keys' : 'all data'),
})
  .plans(async ({ public_key }, { actor }) => {
    requirePerson(actor)
    if (public_key) readPublicKey(public_key)
    return { would_affect: exportedTables.map(({ table }) => ({ table })) }
  })
  .does(async ({ public_key }, context) => {
    const { actor, db, secrets, clock, recordChange } = context
    requirePerson(actor)
    const encryption = public_key ? new SecretEncryption(readPublicKey(public_key)) : null
    const snapshot = await SnapshotReader.open(db, advisoryLocks.fleetExport)
    if (!snapshot) throw exportInProgress()
    const createdAt = clock.now()
    try {
      await db.transaction().execute(async (trx) => {
        await queueMoveMail(context, trx, encryption ? 'fleet-exported-with-keys' : 'fleet-exported')
        await recordChange(trx)
      })
    } catch (error) {
      snapshot.close()
      throw error
    }
    const content = writeExport({ snapshot, secrets, encryption, version, createdAt })
    return new FileAnswer(`flotilla-export-${createdAt.toISOString().slice(0, 10)}.zip`, 'application/zip', content)
  })
