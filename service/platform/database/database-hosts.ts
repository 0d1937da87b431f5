import { type IpcSocketConnectOpts, Socket, type TcpSocketConnectOpts } from 'node:net'
import { Client, type PoolConfig } from 'pg'
import { messageOf } from '../error-facts.ts'
import type { TimeLimits } from './time-limits.ts'

/** Asking a server whether it accepts writes must not take long: the others may. */
const askTimeLimits: TimeLimits = { connectionTimeoutMillis: 3_000, lock_timeout: 3_000, statement_timeout: 3_000 }

/** PostgreSQL's code for a connection that cannot be established. */
const unableToConnect = '08001'

/**
 * The connection of a URL. With several hosts (a primary and its standby servers) each new connection goes to the one that accepts
 * writes; the driver itself knows only one host.
 */
export function connectionOf(url: string): PoolConfig {
  const urls = splitHosts(url)
  const [first] = urls
  if (urls.length <= 1 || first === undefined) return { connectionString: url }
  return { connectionString: first, stream: openStreams(urls) }
}

/** One URL for each host, of a list in the place of the host or in the parameter `host`, written as for libpq. */
export function splitHosts(url: string): string[] {
  const begin = url.indexOf('://') + 3
  const ends = ['/', '?', '#'].map((sign) => url.indexOf(sign, begin)).filter((at) => at >= 0)
  const end = Math.min(url.length, ...ends)
  const hostsBegin = url.lastIndexOf('@', end - 1) + 1 || begin
  const hosts = url.slice(Math.max(begin, hostsBegin), end).split(',')
  return hosts
    .map((host) => url.slice(0, Math.max(begin, hostsBegin)) + host + url.slice(end))
    .flatMap((each) => (URL.canParse(each) ? splitParameters(each) : [each]))
}

/** `?host=/run/a,/run/b&port=5432,5433`; one port is that of all hosts. */
function splitParameters(url: string): string[] {
  const { searchParams } = new URL(url)
  const hosts = searchParams.get('host')?.split(',') ?? []
  if (hosts.length <= 1) return [url]
  const ports = searchParams.get('port')?.split(',') ?? []
  return hosts.map((host, index) => {
    const one = new URL(url)
    one.searchParams.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port !== undefined) one.searchParams.set('port', port)
    return one.href
  })
}

function openStreams(urls: readonly string[]): () => Socket {
  let asking: Promise<Address> | undefined
  // Connections that are opened at the same time share the answer.
  const find = () => {
    asking ??= findPrimary(urls).finally(() => {
      asking = undefined
    })
    return asking
  }
  return () => new PrimarySocket(find)
}

/** A host with its port, or the path of a socket. */
type Address = TcpSocketConnectOpts | IpcSocketConnectOpts

/** A socket that connects to the primary, whichever host the driver names. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Address>

  constructor(find: () => Promise<Address>) {
    super()
    this.#find = find
  }

  override connect(): this {
    void this.#find().then(
      (address) => {
        // The driver gives up after its own time limit.
        if (!this.destroyed) super.connect(address)
      },
      (error) => this.destroy(error),
    )
    return this
  }
}

interface Answer {
  address: Address
  /** Increases with each promotion; null for a standby server. */
  timeline: string | null
}

/** Of two that accept writes the one that was promoted last: the other is an old primary that came back. */
async function findPrimary(urls: readonly string[]): Promise<Address> {
  const answers = await Promise.allSettled(urls.map(ask))
  const primaries = answers.flatMap((answer) => {
    const { address, timeline = null } = answer.status === 'fulfilled' ? answer.value : {}
    return address && timeline !== null ? [{ address, timeline }] : []
  })
  const [newest] = primaries.sort((one, other) => (one.timeline < other.timeline ? 1 : -1))
  if (newest) return newest.address
  const reasons = answers.map((answer) =>
    answer.status === 'rejected' ? messageOf(answer.reason) : 'a standby server',
  )
  const message = `None of the database servers accepts writes (${reasons.join('; ')})`
  throw Object.assign(new Error(message), { code: unableToConnect })
}

async function ask(url: string): Promise<Answer> {
  const client = new Client({ connectionString: url, ...askTimeLimits, application_name: 'flotilla-hosts' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      // A function that fails in recovery, so it is called only outside.
      `select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
        else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    const isSocket = client.host.startsWith('/')
    const address = isSocket
      ? { path: `${client.host}/.s.PGSQL.${client.port}` }
      : { host: client.host, port: client.port }
    return { address, timeline: rows[0]?.timeline ?? null }
  } finally {
    await client.end().catch(() => {})
  }
}
