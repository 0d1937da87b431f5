import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { IncidentDetail, IncidentId, IncidentText, planIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const acknowledgeIncident = operation({
  name: 'acknowledge-incident',
  summary: 'Acknowledge an incident: it is being worked on.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ incident_id: IncidentId, note: IncidentText.optional() }),
  output: IncidentDetail,
})
  .plans(({ incident_id: id }, context) => planIncident(context, id, { state: 'acknowledged' }))
  .does(async ({ incident_id, note = '' }, context) => {
    const by = context.actor.name
    return recordWork(context, incident_id, {
      kind: 'acknowledged',
      text: note,
      changes: { acknowledged_at: context.clock.now(), acknowledged_by: by },
      event: (siteId) => ({ type: 'incident.acknowledged', siteId, data: { incident_id, by, note } }),
    })
  })
