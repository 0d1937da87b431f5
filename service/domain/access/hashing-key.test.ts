import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('is one for all processes, even when several make it at the same moment, and lies sealed in the database', async () => {
  await house.db.deleteFrom('instance_secrets').execute()
  const secrets = createSecrets(['another master key for tests, long enough'])
  const databases = Array.from({ length: 5 }, () => openDatabase({ connectionString: house.connectionString, max: 1 }))
  try {
    const keys = await Promise.all(databases.map((db) => hashingKey({ db, secrets })))
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1)
    const rows = await house.db.selectFrom('instance_secrets').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.value).toMatch(/^v1\./)
    expect(rows[0]!.value).not.toContain(keys[0]!.export().toString('base64url'))
    expect(keyedHash(keys[0]!, 'api key', 'x')).not.toBe(keyedHash(keys[0]!, 'session', 'x'))
  } finally {
    for (const db of databases) await db.destroy()
  }
})
