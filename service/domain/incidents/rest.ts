import { route } from '../../operation/address.ts'
import { acknowledgeIncident } from './operations/acknowledge-incident.ts'
import { addIncidentNote } from './operations/add-incident-note.ts'
import { assignIncident } from './operations/assign-incident.ts'
import { getIncident } from './operations/get-incident.ts'
import { reopenIncident } from './operations/reopen-incident.ts'
import { resolveIncident } from './operations/resolve-incident.ts'
import { updateIncidentReport } from './operations/update-incident-report.ts'

export const addresses = [
  route('GET /incidents/{incident_id}', getIncident),
  route('POST /incidents/{incident_id}/acknowledge', acknowledgeIncident, { message: 'Incident acknowledged.' }),
  route('POST /incidents/{incident_id}/assign', assignIncident, { message: 'Incident assigned.' }),
  route('POST /incidents/{incident_id}/notes', addIncidentNote, { message: 'Note added.' }),
  route('POST /incidents/{incident_id}/resolve', resolveIncident, { message: 'Incident resolved.' }),
  route('POST /incidents/{incident_id}/reopen', reopenIncident, { message: 'Incident reopened.' }),
  route('PUT|PATCH /incidents/{incident_id}/report-text', updateIncidentReport, {
    message: 'Text for the report saved.',
  }),
]
