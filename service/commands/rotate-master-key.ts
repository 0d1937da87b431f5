import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { PoolClient } from 'pg'
import { sealedColumns } from '../catalogue.ts'
import { openAuditTrail } from '../operation/audit-store.ts'
import type { Config } from '../platform/config.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { findKeyIds, findTablesSealedUnder, resealAll } from '../platform/database/sealed-columns.ts'
import { withSessionLock } from '../platform/database/session-lock.ts'
import { addMasterKey, dropOldMasterKeys, masterKeyChangedAt, newMasterKey } from '../platform/master-key.ts'
import type { Platform } from '../platform.ts'
import { commandLine, withPlatform } from './command-platform.ts'
import { readArguments } from './read-arguments.ts'

const usage = 'flotilla rotate-master-key [--finish]'

// Secrets sealed with the old key shortly before the rotation may be stored later; after this time no such transaction is open.
const minKeyAgeMinutes = 10

/** Running services detect the new key. After a crash, running the command again continues the rotation. */
export async function run(config: Config, args: string[]): Promise<number> {
  const { values } = readArguments(args, usage, { finish: { type: 'boolean', default: false } }, 0)
  return withPlatform(config, async (platform) => {
    const db = openDatabase(platform.connection)
    try {
      await migrate(db.pool)
      // Two rotations at once could each add a key and lose the other's.
      return await withSessionLock(db, advisoryLocks.masterKeyRotation, (client) => {
        if (!client) throw new Error('Another rotation is running. Wait until it ends.')
        return values.finish ? finish(platform, db, client) : rotate(platform, db, client)
      })
    } finally {
      await db.destroy()
    }
  })
}

async function rotate(platform: Platform, db: Database, client: PoolClient): Promise<number> {
  const { config, secrets } = platform
  if (secrets.keyIds().length === 1) {
    if (config.MASTER_KEY) return printInstructions(newMasterKey())
    await addMasterKey(resolve(config.DATA_DIR), newMasterKey())
  }
  const count = await resealAll(client, secrets, sealedColumns)
  const [newest] = secrets.keyIds()
  await audit(db, platform, 'rotate-master-key', { key: newest, sealed: count })
  console.log(`Encrypted ${count} secrets with the newest master key (${newest}).`)
  console.log(`The older keys still exist. Create a backup, then delete them with: flotilla rotate-master-key --finish`)
  console.log('Earlier backups need the older keys: keep a copy as long as you keep those backups.')
  return 0
}

function printInstructions(key: string): number {
  console.log(`MASTER_KEY comes from the environment, so nothing was changed yet. A new key: ${key}
1. With several processes: set MASTER_KEY=<present key>,<new key> and restart them all, so that each knows both.
2. Set MASTER_KEY=<new key>,<present key> and restart: the first one seals, the others only open.
3. Run flotilla rotate-master-key with that setting.`)
  return 1
}

async function finish(platform: Platform, db: Database, client: PoolClient): Promise<number> {
  const { config, secrets, clock } = platform
  const [newest, ...older] = secrets.keyIds()
  if (older.length === 0) {
    console.log('There is only one master key, so there is nothing to delete.')
    return 0
  }
  const used = (await findKeyIds(client, sealedColumns)).filter((id) => id !== newest)
  if (used.length > 0) {
    throw new Error(`Secrets are still encrypted with ${used.join(', ')}. Run flotilla rotate-master-key first.`)
  }
  const tables = await findTablesSealedUnder(client, older)
  if (tables.length > 0) {
    throw new Error(
      `Something in ${tables.join(', ')} is still encrypted with an older key, and no feature declares it. Report this.`,
    )
  }
  if (config.MASTER_KEY) {
    console.log(
      `Nothing is encrypted with the older keys: set MASTER_KEY to its first key (${newest}) alone and restart.`,
    )
    return 0
  }
  const dataDir = resolve(config.DATA_DIR)
  const minutes = (clock.now().getTime() - (await masterKeyChangedAt(dataDir)).getTime()) / 60_000
  if (minutes < minKeyAgeMinutes) {
    throw new Error(
      `The newest key is ${Math.floor(minutes)} minutes old; earlier transactions may still store secrets encrypted with the older key. ` +
        `Finish ${minKeyAgeMinutes} minutes after the rotation.`,
    )
  }
  await dropOldMasterKeys(dataDir)
  await audit(db, platform, 'drop-old-master-keys', { key: newest, dropped: older })
  console.log(
    `Deleted ${older.join(', ')}; ${newest} is the only master key now. Copy master.key to where you keep it safe.`,
  )
  return 0
}

async function audit(db: Database, platform: Platform, operation: string, subject: object): Promise<void> {
  const line = {
    actor: commandLine,
    requestId: randomUUID(),
    operation,
    subject: JSON.stringify(subject),
    outcome: 'ok',
  }
  const { clock, secrets } = platform
  await (await openAuditTrail({ db, clock, secrets })).record(line)
}
