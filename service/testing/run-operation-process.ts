import { createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { parseNetworks } from '../platform/outbound/address-guard.ts'
import { createSecrets } from '../platform/secrets.ts'

// A process that a test can kill: runs one operation on the database of the test.
const [connectionString = '', operation = '', input = '{}'] = process.argv.slice(2)
const app = await createApp({
  connection: { connectionString, max: 2 },
  clock: systemClock,
  log: createLog('fatal'),
  secrets: createSecrets(['a master key for tests, long enough']),
  serves: false,
  works: false,
  clientAlias: false,
  allowNetworks: parseNetworks('127.0.0.0/8'),
})
await app.run(operation, JSON.parse(input))
await app.close()
