import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { startScratch } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'
import { openQueue } from '../platform/queue/queue.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the scratch server with `{database}` as a placeholder. */
    scratchPostgres: string
  }
}

export const templateDatabase = 'flotilla_template'

/** One PostgreSQL per test run, with a migrated template from which every test file copies its own database. */
export default async function setup(project: TestProject) {
  // Autovacuum would count the rows of tables between two tests, when they are empty: plans for thousands of rows then take minutes.
  // Its files may be in memory (scripts/memory-folder.ts), so its log stays small.
  const settings = { max_connections: '400', autovacuum: 'off', max_wal_size: '1GB' }
  const cluster = await startScratch({ settings })
  const admin = new Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  const connectionString = cluster.urlOf(templateDatabase)
  const pool = new Pool({ connectionString })
  await migrate(pool)
  await pool.end()
  const queue = await openQueue({ connectionString }, createLog('warn'), false)
  await queue.close()
  await admin.end()
  project.provide('scratchPostgres', cluster.urlOf('{database}'))
  return () => cluster.leave()
}
