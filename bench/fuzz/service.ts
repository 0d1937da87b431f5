import { createApp } from '../../service/app.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { createLog } from '../../service/platform/log.ts'
import { parseNetworks } from '../../service/platform/outbound/address-guard.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { unlimitedCalls } from '../call-limits.ts'
import { addCredentials } from './credentials.ts'
import { startWatchdog } from './watchdog.ts'

/** The attacked process: the service as it runs, with a watchdog. Its parent sends questions over IPC. */
const [connectionString, masterKey] = process.argv.slice(2)
const app = await createApp({
  connection: { connectionString: connectionString! },
  clock: systemClock,
  log: createLog('fatal'),
  secrets: createSecrets([masterKey!]),
  keys: sharedKeySource(4),
  serves: true,
  works: false,
  clientAlias: true,
  // Only simulated sites can be reached, and no name is resolved.
  allowNetworks: parseNetworks('127.0.0.0/8'),
  outbound: { resolver: async () => [] },
  browser: { program: '/no/browser' },
  protection: unlimitedCalls,
})
const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
const watchdog = startWatchdog((block) => process.send!({ block }))

export type Question = 'credentials' | 'memory' | 'delays' | 'stop'

const answers: Record<Question, () => unknown> = {
  credentials: () => addCredentials(app),
  memory() {
    globalThis.gc?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    return { heapUsed, external, rss }
  },
  delays: watchdog.delays,
  async stop() {
    watchdog.stop()
    await app.close()
  },
}

process.on('message', async (question: Question) => {
  const answer = await answers[question]()
  process.send!({ question, answer })
  if (question === 'stop') process.disconnect()
})
process.send!({ url })
