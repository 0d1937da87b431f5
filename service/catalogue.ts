import { accessRoom } from './domain/access/index.ts'
import { activityRoom } from './domain/activity/index.ts'
import { clientsRoom } from './domain/clients/index.ts'
import { commentsRoom } from './domain/comments/index.ts'
import { costsRoom } from './domain/costs/index.ts'
import { domainMonitorRoom } from './domain/domain-monitor/index.ts'
import { jobsRoom } from './domain/jobs/index.ts'
import { modulesRoom } from './domain/modules/index.ts'
import { monitorsRoom } from './domain/monitors/index.ts'
import { notificationsRoom } from './domain/notifications/index.ts'
import { overviewRoom } from './domain/overview/index.ts'
import { pagesRoom } from './domain/pages/index.ts'
import { perfAuditRoom } from './domain/perf-audit/index.ts'
import { postsRoom } from './domain/posts/index.ts'
import { reportsRoom } from './domain/reports/index.ts'
import { settingsRoom } from './domain/settings/index.ts'
import { sitesRoom } from './domain/sites/index.ts'
import { softwareRoom } from './domain/software/index.ts'
import { sslMonitorRoom } from './domain/ssl-monitor/index.ts'
import { syncRoom } from './domain/sync/index.ts'
import { tagsRoom } from './domain/tags/index.ts'
import { timeTrackerRoom } from './domain/time-tracker/index.ts'
import { updatesRoom } from './domain/updates/index.ts'
import { usersRoom } from './domain/users/index.ts'
import type { Room } from './operation/room.ts'
import { ownSealedColumns } from './platform/database/sealed-columns.ts'

/** The list of rooms, hence of operations and addresses. */
export const rooms: Room[] = [
  accessRoom,
  modulesRoom,
  sitesRoom,
  softwareRoom,
  updatesRoom,
  syncRoom,
  activityRoom,
  clientsRoom,
  tagsRoom,
  costsRoom,
  postsRoom,
  pagesRoom,
  usersRoom,
  commentsRoom,
  jobsRoom,
  settingsRoom,
  monitorsRoom,
  notificationsRoom,
  sslMonitorRoom,
  domainMonitorRoom,
  perfAuditRoom,
  timeTrackerRoom,
  overviewRoom,
  reportsRoom,
]

export const operations = rooms.flatMap((room) => room.operations)
export const addresses = rooms.flatMap((room) => room.addresses)

/** Everything that is sealed by the master key. */
export const sealedColumns = [...new Set([...ownSealedColumns, ...rooms.flatMap((room) => room.sealed ?? [])])]
