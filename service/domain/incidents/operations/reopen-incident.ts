import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { findHandling } from '../handling-store.ts'
import { IncidentDetail, IncidentId, IncidentText, planIncident, requireIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const reopenIncident = operation({
  name: 'reopen-incident',
  summary: 'Mark a resolved incident as not resolved: it needs more work.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ incident_id: IncidentId, note: IncidentText.optional() }),
  output: IncidentDetail,
})
  .plans(async ({ incident_id: id }, context) => {
    await requireResolved(context, id)
    return planIncident(context, id, { resolved_at: null })
  })
  .does(async ({ incident_id, note = '' }, context) => {
    await requireResolved(context, incident_id)
    const by = context.actor.name
    return recordWork(context, incident_id, {
      kind: 'reopened',
      text: note,
      changes: { resolved_at: null, resolved_by: null },
      event: (siteId) => ({ type: 'incident.reopened', siteId, data: { incident_id, by, note } }),
    })
  })

async function requireResolved(context: Context, id: number): Promise<void> {
  await requireIncident(context, id)
  if (!(await findHandling(context.db, id))?.resolved_at)
    throw new ServiceError(
      'svc_incident_not_resolved',
      'conflict',
      `Incident ${id} is not resolved, so it cannot be reopened.`,
    )
}
