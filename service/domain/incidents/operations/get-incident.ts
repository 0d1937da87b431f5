import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeIncidentDetail, IncidentDetail, IncidentId, requireIncident } from '../incident.ts'

export const getIncident = operation({
  name: 'get-incident',
  summary:
    'Show an incident with what people did about it, what changed on the site before it, and a hint at its cause.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ incident_id: IncidentId }),
  output: IncidentDetail,
}).does(async ({ incident_id }, context) =>
  describeIncidentDetail(context, await requireIncident(context, incident_id)),
)
