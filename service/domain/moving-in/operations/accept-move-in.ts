import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { deleteScriptRow } from '../export-script/export-script-store.ts'
import { decide } from '../import/decide.ts'
import { importFleet } from '../import/import-fleet.ts'
import { deleteRecords, findMoveIn, lockMoveIn, updateMoveIn } from '../import/move-in-store.ts'
import { queueMoveMail } from '../move-mail.ts'
import { moveInNotFound, moveInNotReady } from '../moving-in-errors.ts'
import { requirePerson } from '../require-person.ts'
import { checkMovedSite } from './check-moved-site.ts'

export const acceptMoveIn = operation({
  name: 'accept-move-in',
  summary:
    'Import an uploaded export file as its plan says, then call each site once, read-only, as a job with a result per site. Calling it again returns the same job.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  heavy: true,
  stepUp: true,
  permission: 'move-in.manage',
  input: z.strictObject({ move_in_id: z.int().min(1) }),
  output: z.object({ move_in_id: z.int(), job_id: z.string().nullable().describe('null: no site has a key.') }),
  subject: ({ move_in_id }) => String(move_in_id),
})
  .plans(async ({ move_in_id }, { db, actor }) => {
    requirePerson(actor)
    const moveIn = await findMoveIn(db, move_in_id)
    if (!moveIn) throw moveInNotFound(move_in_id)
    if (moveIn.state === 'receiving') throw moveInNotReady()
    const { sites } = await decide(db, moveIn)
    const affected = sites.filter(({ action }) => action !== 'skip')
    return {
      would_affect: affected
        .slice(0, 1_000)
        .map(({ oldId, label, action }) => ({ old_id: oldId, name: label, action })),
      count: affected.length,
    }
  })
  .does(async ({ move_in_id }, context) => {
    const { db, actor, secrets, settings, recordChange } = context
    requirePerson(actor)
    const output = await db.transaction().execute(async (trx) => {
      const moveIn = await lockMoveIn(trx, move_in_id)
      if (!moveIn) throw moveInNotFound(move_in_id)
      if (moveIn.state === 'receiving') throw moveInNotReady()
      const answer = (jobId: number | null) => ({ move_in_id, job_id: jobId === null ? null : String(jobId) })
      if (moveIn.state === 'imported') return answer(moveIn.job_id)
      const { sites } = await importFleet(trx, context, moveIn)
      const targets = sites.map(({ id, label }) => ({ siteId: id, label, input: { site_id: id } }))
      const order = { kind: 'move-in', operation: checkMovedSite, targets }
      const job = targets.length === 0 ? null : await startJob(context, order, trx)
      // The private key of the script is not needed any more.
      await deleteScriptRow(trx, moveIn.script_id)
      await deleteRecords(trx, move_in_id)
      await updateMoveIn(trx, move_in_id, { state: 'imported', job_id: job?.id ?? null, reader: null }, secrets)
      await queueMoveMail(context, trx, 'import-accepted')
      await recordChange(trx)
      return answer(job?.id ?? null)
    })
    // The import may have set the currency.
    await settings.refresh()
    return output
  })
