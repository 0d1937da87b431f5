import { accessFeature } from './domain/access/index.ts'
import { activityFeature } from './domain/activity/index.ts'
import { approvalsFeature } from './domain/approvals/index.ts'
import { backupProvidersFeature } from './domain/backup-providers/index.ts'
import { backupsFeature } from './domain/backups/index.ts'
import { bulkFeature } from './domain/bulk/index.ts'
import { clientDataFeature } from './domain/client-data/index.ts'
import { clientsFeature } from './domain/clients/index.ts'
import { commentsFeature } from './domain/comments/index.ts'
import { costsFeature } from './domain/costs/index.ts'
import { domainMonitorFeature } from './domain/domain-monitor/index.ts'
import { eventsFeature } from './domain/events/index.ts'
import { guardFeature } from './domain/guard/index.ts'
import { importsFeature } from './domain/imports/index.ts'
import { inboxFeature } from './domain/inbox/index.ts'
import { incidentsFeature } from './domain/incidents/index.ts'
import { installsFeature } from './domain/installs/index.ts'
import { jobsFeature } from './domain/jobs/index.ts'
import { maintenanceFeature } from './domain/maintenance/index.ts'
import { modulesFeature } from './domain/modules/index.ts'
import { monitorsFeature } from './domain/monitors/index.ts'
import { movingInFeature } from './domain/moving-in/index.ts'
import { notificationsFeature } from './domain/notifications/index.ts'
import { overviewFeature } from './domain/overview/index.ts'
import { packagesFeature } from './domain/packages/index.ts'
import { pagesFeature } from './domain/pages/index.ts'
import { perfAuditFeature } from './domain/perf-audit/index.ts'
import { postsFeature } from './domain/posts/index.ts'
import { reportsFeature } from './domain/reports/index.ts'
import { rolloutsFeature } from './domain/rollouts/index.ts'
import { serviceBackupsFeature } from './domain/service-backups/index.ts'
import { settingsFeature } from './domain/settings/index.ts'
import { sitesFeature } from './domain/sites/index.ts'
import { softwareFeature } from './domain/software/index.ts'
import { sslMonitorFeature } from './domain/ssl-monitor/index.ts'
import { syncFeature } from './domain/sync/index.ts'
import { tagsFeature } from './domain/tags/index.ts'
import { timeTrackerFeature } from './domain/time-tracker/index.ts'
import { updatePoliciesFeature } from './domain/update-policies/index.ts'
import { updatesFeature } from './domain/updates/index.ts'
import { usersFeature } from './domain/users/index.ts'
import { viewsFeature } from './domain/views/index.ts'
import { vulnerabilitiesFeature } from './domain/vulnerabilities/index.ts'
import { vulnerabilityFixesFeature } from './domain/vulnerability-fixes/index.ts'
import { webhooksFeature } from './domain/webhooks/index.ts'
import type { Feature } from './operation/feature.ts'
import { ownSealedColumns } from './platform/database/sealed-columns.ts'

/** All features, hence all operations and addresses. */
export const features: Feature[] = [
  accessFeature,
  approvalsFeature,
  eventsFeature,
  modulesFeature,
  sitesFeature,
  softwareFeature,
  guardFeature,
  installsFeature,
  updatePoliciesFeature,
  updatesFeature,
  packagesFeature,
  rolloutsFeature,
  syncFeature,
  viewsFeature,
  bulkFeature,
  activityFeature,
  clientsFeature,
  clientDataFeature,
  tagsFeature,
  costsFeature,
  postsFeature,
  pagesFeature,
  usersFeature,
  commentsFeature,
  jobsFeature,
  settingsFeature,
  backupProvidersFeature,
  serviceBackupsFeature,
  monitorsFeature,
  maintenanceFeature,
  incidentsFeature,
  notificationsFeature,
  sslMonitorFeature,
  domainMonitorFeature,
  perfAuditFeature,
  timeTrackerFeature,
  overviewFeature,
  inboxFeature,
  reportsFeature,
  vulnerabilitiesFeature,
  vulnerabilityFixesFeature,
  backupsFeature,
  importsFeature,
  movingInFeature,
  webhooksFeature,
]

export const operations = features.flatMap((feature) => feature.operations)
export const addresses = features.flatMap((feature) => feature.addresses)
export const messages = features.flatMap((feature) => feature.messages ?? [])
export const inboxSources = features.flatMap((feature) => feature.inbox ?? [])
export const retentionRules = features.flatMap((feature) => feature.retention ?? [])

/** All columns sealed by the master key. */
export const sealedColumns = [...new Set([...ownSealedColumns, ...features.flatMap((feature) => feature.sealed ?? [])])]
