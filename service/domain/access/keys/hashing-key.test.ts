import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createScratchDatabase, type ScratchDatabase } from '../../../testing/scratch-database.ts'
import { templateDatabase } from '../../../testing/scratch-postgres.ts'
import { keyedHash, readHashingKey } from './hashing-key.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await createScratchDatabase(templateDatabase)
})
afterAll(() => scratch.drop())

it('is the same for processes that create it at the same time, and is stored sealed', async () => {
  const secrets = createSecrets(['a master key for tests, long enough'])
  const databases = Array.from({ length: 5 }, () =>
    openDatabase({ connectionString: scratch.connectionString, max: 1 }),
  )
  try {
    const keys = await Promise.all(databases.map((db) => readHashingKey({ db, secrets })))
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1)
    const rows = await scratch.query('select value from instance_secrets')
    expect(rows).toHaveLength(1)
    expect(rows[0].value).toMatch(/^v1\./)
    expect(rows[0].value).not.toContain(keys[0]!.export().toString('base64url'))
    expect(keyedHash(keys[0]!, 'api key', 'x')).not.toBe(keyedHash(keys[0]!, 'session', 'x'))
  } finally {
    for (const db of databases) await db.destroy()
  }
})
