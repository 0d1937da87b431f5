import fastify from 'fastify'
import { Client } from 'pg'
import { createApp } from '../../service/app.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { createLog } from '../../service/platform/log.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { unlimitedCalls } from '../call-limits.ts'

/**
 * The measured process: the service as it runs, beside a bare route that sends the same bytes, and one that sends the same
 * statements to the database before. Its parent controls it.
 */
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
interface Statement {
  name: string
  text: string
  values: unknown[]
}
let statements: Statement[] = []
const { query } = Client.prototype
bare.get('/raw', async (_request, reply) => {
  for (const statement of statements) await app.db.pool.query(statement)
  return reply.type('application/json').send(bytes)
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

/** `repeat`: ask this, and let the bare routes repeat its statements and bytes. */
type Message =
  | { command: 'cpu' }
  | { command: 'repeat'; path: string; headers: Record<string, string> }
  | { command: 'stop' }

async function repeat(path: string, headers: Record<string, string>): Promise<void> {
  statements = []
  // Only now: it would cost time in every measured request.
  Client.prototype.query = function (this: Client, ...args: [Statement, unknown[]?]) {
    const [{ name, text, values = [] }, given = values] = args
    if (name) statements.push({ name, text, values: [...given] })
    return Reflect.apply(query, this, args)
  } as typeof query
  bytes = await (await fetch(service + path, { headers })).text()
  Client.prototype.query = query
}

process.on('message', (message: Message) => {
  if (message.command === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuMicroseconds: user + system, rss: process.memoryUsage().rss })
  } else if (message.command === 'repeat') {
    void repeat(message.path, message.headers).then(() => process.send!({ statements: statements.length }))
  } else {
    void Promise.all([app.close(), bare.close()]).then(() => process.disconnect())
  }
})
// Its parent was killed.
process.on('disconnect', () => process.exit())
process.send!({ service, bare: bareUrl })
