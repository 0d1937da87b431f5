import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { IncidentDetail, IncidentId, IncidentText, planIncident } from '../incident.ts'
import { recordWork } from '../record-work.ts'

export const updateIncidentReport = operation({
  name: 'update-incident-report',
  summary: "Change the text about an incident in the client's report; an empty text removes it.",
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ incident_id: IncidentId, report_text: z.union([z.literal(''), IncidentText]) }),
  output: IncidentDetail,
})
  .plans(({ incident_id: id, report_text }, context) => planIncident(context, id, { report_text }))
  .does(({ incident_id, report_text }, context) =>
    recordWork(context, incident_id, { kind: 'report_text', text: report_text, changes: { report_text } }),
  )
