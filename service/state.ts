import { openAccessState } from './domain/access/index.ts'
import { createRegistries } from './domain/domain-monitor/index.ts'
import { publicDirectory } from './domain/installs/index.ts'
import { openJobWatch } from './domain/jobs/index.ts'
import { openModuleGate } from './domain/modules/index.ts'
import { createRecentOverviews } from './domain/overview/index.ts'
import type { BackupEnvironment } from './domain/service-backups/index.ts'
import { createSiteLocks, readServerIdentity } from './domain/sites/index.ts'
import { createUpdateSlots } from './domain/updates/index.ts'
import type { Context, FeatureState } from './operation/context.ts'
import type { InboxSource } from './operation/inbox-source.ts'
import type { Operation } from './operation/operation.ts'
import type { Notices } from './platform/database/notices.ts'

export interface StateParts
  extends Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'settings' | 'outbound' | 'metrics'> {
  notices: Notices
  leaseSeconds: number | undefined
  directoryOrigin: string | undefined
  inboxSources: readonly InboxSource[]
  serviceBackup: BackupEnvironment
  operations: readonly Operation[]
}

/** Creates what features keep in memory while the process runs. It ends with the notices and the database. */
export async function openState({
  notices,
  leaseSeconds,
  directoryOrigin,
  inboxSources,
  serviceBackup,
  operations,
  ...platform
}: StateParts): Promise<FeatureState> {
  const { db, clock } = platform
  return {
    access: await openAccessState(platform, notices),
    modules: await openModuleGate(db, notices),
    jobs: await openJobWatch(notices, clock),
    serverIdentity: await readServerIdentity(platform),
    siteLocks: createSiteLocks(platform, leaseSeconds),
    updateSlots: createUpdateSlots(platform, leaseSeconds),
    registries: createRegistries(platform),
    recentOverviews: createRecentOverviews(),
    directoryOrigin: directoryOrigin ?? publicDirectory,
    serviceBackup,
    operationsByName: new Map(operations.map((operation) => [operation.name, operation])),
    inboxSources: [...inboxSources].sort((one, other) => one.rank - other.rank),
  }
}
