import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { IncidentDetail, IncidentId, IncidentText, planIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const resolveIncident = operation({
  name: 'resolve-incident',
  summary: 'Mark an incident as resolved: it needs no more work. Its checks still decide whether the site is up.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ incident_id: IncidentId, note: IncidentText.optional() }),
  output: IncidentDetail,
})
  .plans(({ incident_id: id }, context) => planIncident(context, id, { state: 'resolved' }))
  .does(async ({ incident_id, note = '' }, context) => {
    const by = context.actor.name
    return recordWork(context, incident_id, {
      kind: 'resolved',
      text: note,
      changes: { resolved_at: context.clock.now(), resolved_by: by },
      event: (siteId) => ({ type: 'incident.resolved', siteId, data: { incident_id, by, note } }),
    })
  })
