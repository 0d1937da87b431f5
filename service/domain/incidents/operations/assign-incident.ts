import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { assignTo, requireAssignee } from '../assign-to.ts'
import { IncidentDetail, IncidentId, planIncident, requireIncident } from '../incident.ts'

export const assignIncident = operation({
  name: 'assign-incident',
  summary: 'Assign an incident to a user who may see the site, or remove the assignment.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({
    incident_id: IncidentId,
    user: z.string().min(1).max(60).nullable().describe('The login of the user; null: not assigned.'),
  }),
  output: IncidentDetail,
})
  .plans(async ({ incident_id: id, user }, context) => {
    await requireIncident(context, id)
    if (user !== null) await requireAssignee(context, id, user)
    return planIncident(context, id, { assigned_to: user })
  })
  .does(({ incident_id, user }, context) => assignTo(context, incident_id, user))
