import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { StepEvidence, toStepEvidence } from '../run/gates/step-evidence.ts'
import { findCheck } from '../run/gates/update-check-store.ts'
import { toUpdateHistoryEntry, UpdateHistoryEntry } from '../run/update-history-entry.ts'
import { findHistoryRow, listRunItems } from '../run/update-history-store.ts'

export const getUpdateEvidence = operation({
  name: 'get-update-evidence',
  summary: 'Return one update of the history with what was checked on its site before and after it, and its guard.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ update_id: z.int().min(1).describe('The id of a line of list-update-history.') }),
  output: UpdateHistoryEntry.extend({
    sent_together: z
      .array(UpdateHistoryEntry.pick({ id: true, type: true, slug: true, name: true, result: true }))
      .describe('Further updates of the same run on the site, which the same checks are about.'),
    evidence: StepEvidence.nullable().describe('Null: nothing was checked, or it was deleted.'),
  }),
}).does(async ({ update_id }, { db, actor }) => {
  const row = await findHistoryRow(db, update_id, actor.limits)
  if (!row)
    throw new ServiceError('svc_update_not_found', 'missing', 'There is no such update in the history. Read it again.')
  const [check, items] = await Promise.all([findCheck(db, row.run), listRunItems(db, row.run)])
  return {
    ...toUpdateHistoryEntry(row, check),
    sent_together: items
      .filter(({ id }) => id !== row.id)
      .map(({ id, type, slug, name, result }) => ({ id, type, slug, name, result })),
    evidence: check ? toStepEvidence(check) : null,
  }
})
