import fastify from 'fastify'
import { createApp } from '../../service/app.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { createLog } from '../../service/platform/log.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { unlimitedCalls } from '../call-limits.ts'

/** The measured process: the service as it runs, beside a bare route that sends the same bytes. Its parent controls it. */
const [connectionString] = process.argv.slice(2)
const secrets = createSecrets(['a master key for benchmarks only'])
const app = await createApp({
  connection: { connectionString: connectionString! },
  clock: systemClock,
  log: createLog('error'),
  secrets,
  keys: sharedKeySource(),
  serves: true,
  works: false,
  clientAlias: true,
  protection: unlimitedCalls,
})
const service = await app.server.listen({ port: 0, host: '127.0.0.1' })

let bytes: string = '{}'
const bare = fastify()
bare.get('/bare', (_request, reply) => reply.type('application/json').send(bytes))
const statement = {
  name: 'bench-raw',
  text: 'select id, url, name, status, client_id from sites order by url, id limit 20',
}
bare.get('/raw', async (_request, reply) => {
  await app.db.pool.query(statement)
  return reply.type('application/json').send(bytes)
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (message: { command: 'cpu' } | { command: 'bytes'; bytes: string } | { command: 'stop' }) => {
  if (message.command === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuMicroseconds: user + system, rss: process.memoryUsage().rss })
  } else if (message.command === 'bytes') {
    bytes = message.bytes
    process.send!({ done: true })
  } else {
    void Promise.all([app.close(), bare.close()]).then(() => process.disconnect())
  }
})
// Its parent was killed.
process.on('disconnect', () => process.exit())
process.send!({ service, bare: bareUrl })
