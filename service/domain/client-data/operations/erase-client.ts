import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, lockClient, requireClient } from '../../clients/index.ts'
import { startJob } from '../../jobs/index.ts'
import { erasureInProgress, otherSitesNow, requireSignedInAdministrator } from '../client-data-errors.ts'
import { countRowsOfClient, findSubject } from '../client-data-store.ts'
import { insertErasure, updateErasureJob } from '../erasure-store.ts'
import { runClientErasure } from './run-client-erasure.ts'

export const eraseClient = operation({
  name: 'erase-client',
  summary:
    'Erase a client with its sites and everything about them: histories, events, sent messages and stored answers of jobs. Only the audit trail keeps lines. Runs as a job; backups of Flotilla keep the data until they expire.',
  effect: 'destroy',
  audit: 'own-transaction',
  heavy: true,
  stepUp: true,
  permission: 'client-data.manage',
  input: z.strictObject({
    client_id_or_email: ClientRef,
    sites: z.int().min(0).describe('The number of sites of the client, as in the plan. They are deleted too.'),
  }),
  output: z.object({ erasure_id: z.int(), job_id: z.string(), client_id: z.int(), sites: z.int() }),
})
  .plans(async ({ client_id_or_email }, context) => {
    requireSignedInAdministrator(context.actor)
    const client = await requireClient(context, client_id_or_email)
    const subject = await findSubject(context.db, client)
    const counted = await countRowsOfClient(context.db, subject, 'erasure')
    const kept = counted.filter(({ erase }) => erase === 'keep')
    return {
      client_id: client.id,
      client_name: client.name,
      sites: subject.siteIds.length,
      count: subject.siteIds.length,
      would_affect: counted
        .filter(({ erase }) => erase !== 'keep')
        .map(({ table, label, rows, columns }) => ({ table, label, rows, is_technical: columns === null })),
      warnings: [
        `Its sites (${subject.siteIds.length}) would be deleted from Flotilla, and the connector plugin of each would delete the key of Flotilla if it can be reached. The websites themselves stay.`,
        'Backups of Flotilla keep these data until they expire or are deleted; restoring one brings them back.',
        ...kept.map(({ label, rows, because }) => `${label} (${rows} rows) would stay: ${because}.`),
      ],
    }
  })
  .does(async ({ client_id_or_email, sites }, context) => {
    const { db, actor, clock, recordChange } = context
    requireSignedInAdministrator(actor)
    const { id } = await requireClient(context, client_id_or_email)
    return db.transaction().execute(async (trx) => {
      // The client first, so that it gets no site meanwhile.
      const subject = await findSubject(trx, await lockClient(trx, id))
      if (subject.siteIds.length !== sites) throw otherSitesNow(subject.siteIds.length)
      const erasure = await insertErasure(trx, { subject, by: actor.name, now: clock.now() })
      if (erasure === undefined) throw erasureInProgress()
      // Only the id of the erasure: the job is kept for a month.
      const targets = [{ siteId: null, label: `Erasure ${erasure}`, input: { erasure_id: erasure } }]
      const order = { kind: 'erase-client', operation: runClientErasure, targets, lowPriority: true, needsPerson: true }
      const job = await startJob(context, order, trx)
      await updateErasureJob(trx, erasure, job.id)
      await recordChange(trx)
      return { erasure_id: erasure, job_id: String(job.id), client_id: id, sites }
    })
  })
