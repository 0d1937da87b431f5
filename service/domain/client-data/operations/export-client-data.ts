import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import { SnapshotReader } from '../../../platform/database/snapshot-reader.ts'
import { linkAuditLines } from '../../activity/index.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { exportInProgress } from '../../moving-in/index.ts'
import { requireSignedInAdministrator } from '../client-data-errors.ts'
import { countRowsOfClient, findSubject } from '../client-data-store.ts'
import { archivedTables, writeClientArchive } from '../write-client-archive.ts'

export const exportClientData = operation({
  name: 'export-client-data',
  summary:
    'Export everything about one client, from one moment, as a zip file with JSON lines, CSV and an index: contact, sites, costs, hours, reports, histories, messages and audit lines. It contains no keys and no passwords.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  heavy: true,
  stepUp: true,
  permission: 'client-data.manage',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: z.unknown(),
  answers: ['file'],
})
  .plans(async ({ client_id_or_email }, context) => {
    requireSignedInAdministrator(context.actor)
    const client = await requireClient(context, client_id_or_email)
    const counted = await countRowsOfClient(context.db, await findSubject(context.db, client), 'archive')
    const isArchived = new Set(archivedTables.map(({ table }) => table.table))
    const listed = counted.filter(({ table }) => isArchived.has(table))
    return {
      client_id: client.id,
      client_name: client.name,
      would_affect: listed.map(({ table, label, rows }) => ({ table, label, rows })),
    }
  })
  .does(async ({ client_id_or_email }, context) => {
    const { actor, db, clock, recordChange } = context
    requireSignedInAdministrator(actor)
    const client = await requireClient(context, client_id_or_email)
    // The archive has the audit lines of its sites.
    await linkAuditLines(db)
    const subject = await findSubject(db, client)
    const snapshot = await SnapshotReader.open(db, advisoryLocks.fleetExport)
    if (!snapshot) throw exportInProgress()
    try {
      await db.transaction().execute((trx) => recordChange(trx))
    } catch (error) {
      snapshot.close()
      throw error
    }
    const createdAt = clock.now()
    const content = writeClientArchive({ snapshot, subject, createdAt })
    const name = `client-${client.id}-${createdAt.toISOString().slice(0, 10)}.zip`
    return new FileAnswer(name, 'application/zip', content)
  })
