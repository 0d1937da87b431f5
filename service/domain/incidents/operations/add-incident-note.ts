import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { IncidentDetail, IncidentId, IncidentText, planIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const addIncidentNote = operation({
  name: 'add-incident-note',
  summary: 'Add a note to the timeline of an incident.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ incident_id: IncidentId, text: IncidentText }),
  output: IncidentDetail,
})
  .plans(({ incident_id: id, text }, context) => planIncident(context, id, { note: text }))
  .does(({ incident_id, text }, context) => recordWork(context, incident_id, { kind: 'note', text }))
