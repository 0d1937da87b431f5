import { createApp } from '../app.ts'
import { systemActor } from '../operation/actor.ts'
import { systemClock } from '../platform/clock.ts'
import { readBackupKeys } from '../platform/database/backup/encryption.ts'
import { createLog } from '../platform/log.ts'
import { parseNetworks } from '../platform/outbound/address-guard.ts'
import { createSecrets } from '../platform/secrets.ts'

// A process that a test can kill: runs one operation on the database of the test.
const [connectionString = '', operation = '', input = '{}', call = '{}'] = process.argv.slice(2)
// As a request with this key and this Idempotency-Key.
const { keyId = null, idempotencyKey, serviceBackup } = JSON.parse(call)
const app = await createApp({
  connection: { connectionString, max: 2 },
  clock: systemClock,
  log: createLog('fatal'),
  secrets: createSecrets(['a master key for tests, long enough']),
  serves: false,
  works: false,
  clientAlias: false,
  allowNetworks: parseNetworks('127.0.0.0/8'),
  ...(serviceBackup && { serviceBackup: { ...serviceBackup, keys: readBackupKeys(serviceBackup.key) } }),
})
const actor = keyId === null ? systemActor() : { ...systemActor(), kind: 'key' as const, keyId }
await app.run(operation, JSON.parse(input), { actor, idempotencyKey })
await app.close()
