import { resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { auditAnchorFile } from './platform/audit-anchor-file.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { connectionOf } from './platform/database/database-hosts.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { checkExternalDatabase } from './platform/database/external-database.ts'
import { createLog, type Logger } from './platform/log.ts'
import { readMasterKeys } from './platform/master-key.ts'
import { createSecrets, type Secrets } from './platform/secrets.ts'

/** What every command needs: a database, secrets, a clock and a log. */
export interface Platform {
  config: Config
  connection: PoolConfig
  secrets: Secrets
  /** The file for the newest line of the audit trail. */
  auditAnchor: string
  clock: Clock
  log: Logger
  /** Restarts the embedded database if it died; does nothing while it runs. */
  reviveDatabase(): Promise<void>
  /** Releases the platform; the embedded database stops with the last process. */
  leave(): Promise<void>
}

export async function openPlatform(config: Config): Promise<Platform> {
  const log = createLog(config.LOG_LEVEL)
  const dataDir = resolve(config.DATA_DIR)
  const secrets = createSecrets(await readMasterKeys(dataDir, config.MASTER_KEY))
  const platform = { config, secrets, auditAnchor: auditAnchorFile(dataDir), clock: systemClock, log }
  if (config.DATABASE_URL) {
    await checkExternalDatabase(config.DATABASE_URL)
    return {
      ...platform,
      connection: connectionOf(config.DATABASE_URL),
      reviveDatabase: async () => {},
      leave: async () => {},
    }
  }
  const embedded = await startEmbedded({ dataDir, log: (line) => log.info(line) })
  return {
    ...platform,
    connection: { connectionString: embedded.url },
    reviveDatabase: embedded.revive,
    leave: embedded.leave,
  }
}
