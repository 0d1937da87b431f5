import type { Feature } from '../../operation/feature.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { downSites } from './inbox-source.ts'
import { acknowledgeIncident } from './operations/acknowledge-incident.ts'
import { addIncidentNote } from './operations/add-incident-note.ts'
import { assignIncident } from './operations/assign-incident.ts'
import { getIncident } from './operations/get-incident.ts'
import { reopenIncident } from './operations/reopen-incident.ts'
import { resolveIncident } from './operations/resolve-incident.ts'
import { updateIncidentReport } from './operations/update-incident-report.ts'
import { addresses } from './rest.ts'

export const incidentsFeature: Feature = {
  name: 'incidents',
  tables: ['incident_handling', 'incident_entries'],
  operations: [
    getIncident,
    acknowledgeIncident,
    assignIncident,
    addIncidentNote,
    resolveIncident,
    reopenIncident,
    updateIncidentReport,
  ],
  addresses,
  inbox: [downSites],
  // Both are deleted with their incident, too.
  retention: [
    {
      table: 'incident_handling',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      column: 'changed_at',
    },
    { table: 'incident_entries', keepDays: (settings) => monitoringDefaults(settings).retentionDays, column: 'at' },
  ],
}
