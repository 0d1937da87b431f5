import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openPlatform } from '../platform.ts'

/** Applies migrations and exits: for deployments that migrate before they start. */
export async function run(config: Config): Promise<void> {
  const platform = await openPlatform(config)
  const db = openDatabase(platform.connection)
  try {
    const done = await migrate(db.pool)
    console.log(done.length === 0 ? 'The database is up to date.' : `Applied: ${done.join(', ')}`)
  } finally {
    await db.destroy()
    await platform.leave()
  }
}
