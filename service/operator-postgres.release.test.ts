import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { withCheckDatabase } from './platform/database/backup/check-database.ts'
import {
  debianPostgres,
  type HostPostgres,
  ordinaryUser,
  startHostPostgres,
} from './platform/database/backup/testing/host-postgres.ts'
import { checkExternalDatabase } from './platform/database/external-database.ts'
import { connectedFleet } from './testing/connected-fleet.ts'
import { findDebianProgram } from './testing/debian-programs.ts'
import { freePort } from './testing/free-port.ts'
import { seedPeople } from './testing/people.ts'
import { describeIf } from './testing/requirements.ts'
import { startTestService } from './testing/test-service.ts'

const pgbouncer = await findDebianProgram('pgbouncer', 'pgbouncer')
const certificate = (name: string) => new URL(`testing/certificates/${name}.pem`, import.meta.url).pathname

// PostgreSQL and its pooler as operators run them: over TLS with certificates, and behind PgBouncer in session mode.
describeIf({
  present: debianPostgres !== undefined && typeof pgbouncer !== 'string',
  name: 'PostgreSQL and pgbouncer of Debian',
})('a PostgreSQL of an operator', () => {
  let server: HostPostgres
  let port: number

  beforeAll(async () => {
    port = await freePort()
    const [good, authority] = await Promise.all(
      ['good', 'authority'].map((name) => readFile(certificate(name), 'utf8')),
    )
    server = await startHostPostgres(debianPostgres!, {
      settings: {
        listen_addresses: '127.0.0.1',
        port,
        ssl: 'on',
        ssl_ca_file: 'root.crt',
        ssl_min_protocol_version: 'TLSv1.2',
      },
      access: 'local all all trust\nhostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n',
      files: { 'data/server.crt': good!, 'data/server.key': good!, 'data/root.crt': authority! },
    })
    await query(adminUrl(), 'create database fleet owner fleet')
  })
  afterAll(() => server.stop())

  const adminUrl = (database = 'postgres') => `postgres://fleet@localhost:${port}/${database}?host=${server.folder}`
  const tlsUrl = (parameters: Record<string, string>) =>
    `postgres://fleet@127.0.0.1:${port}/fleet?${new URLSearchParams(parameters)}`
  const certificates = { sslcert: certificate('good'), sslkey: certificate('good') }
  const verified = { sslmode: 'verify-full', sslrootcert: certificate('authority'), ...certificates }

  it('is used over TLS with certificates of both sides, by every connection', async () => {
    await checkExternalDatabase(tlsUrl(verified))
    await smoke(tlsUrl(verified), async () => {
      const connections = await query(
        adminUrl(),
        `select ssl, count(*)::int from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'fleet' group by ssl`,
      )
      expect(connections).toEqual([{ ssl: true, count: expect.any(Number) }])
    })
  }, 120_000)

  it.each([
    ['an unknown authority', { ...verified, sslrootcert: certificate('unknown-authority') }, /certificate/],
    ['no certificate of its own', { sslmode: 'verify-full', sslrootcert: certificate('authority') }, /certificate/],
    ['no TLS', { sslmode: 'disable' }, /no encryption/],
    ['a file that is missing', { ...verified, sslrootcert: '/nowhere/ca.pem' }, /sslrootcert|no such file/i],
  ])('refuses %s', async (_what, parameters, reason) => {
    await expect(checkExternalDatabase(tlsUrl(parameters))).rejects.toThrow(reason)
  })

  it('works behind PgBouncer in session mode', async () => {
    await smoke(await startPooler('fleet = dbname=fleet'), async () => {
      const [{ pooled }] = await query(
        adminUrl(),
        `select count(*)::int as pooled from pg_stat_activity where datname = 'fleet' and client_addr is null`,
      )
      expect(pooled).toBeGreaterThan(5)
    })
  }, 120_000)

  it('refuses a restore check where the pooler sends every name to the live database', async () => {
    const connectionString = await startPooler('* = dbname=fleet')
    await expect(withCheckDatabase({ connectionString }, 1, async () => {})).rejects.toThrow(
      /refused: a connection to flotilla_restore_check_\d+_1 reached the live database/,
    )
    expect(await query(adminUrl(), `select from pg_database where datname like 'flotilla_restore_check%'`)).toEqual([])
  })

  /** People, jobs over the queue, calls to sites, notices to a second process, and prepared statements. */
  async function smoke(connectionString: string, check: () => Promise<void>): Promise<void> {
    const service = await startTestService({ connection: { connectionString, max: 5 }, works: true }, false)
    try {
      await service.db.deleteFrom('users').execute()
      await service.db.deleteFrom('sites').execute()
      const { administrator } = await seedPeople(service)
      const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
        service.request({ method, url: `/api/v2${url}`, headers: administrator.headers, ...(payload && { payload }) })
      const { fleet } = await connectedFleet(service, { sites: 3, clock: service.clock })
      onTestFinished(() => fleet.close())
      expect((await call('POST', '/sites/sync')).body.message).toMatch(/^3 sites synced|^3 of 3 sites synced/)
      expect((await call('GET', '/sites')).body.total).toBe(3)
      const other = await service.openAnother({ works: false })
      await call('PUT', '/settings/general/edit', { date_format: 'd.m.Y' })
      await expect.poll(() => other.context.settings.get('general').date_format, { timeout: 30_000 }).toBe('d.m.Y')
      await call('PUT', '/settings/general/edit', { date_format: null })
      await check()
    } finally {
      await service.close()
    }
  }

  /** PgBouncer in session mode; the time limits that Flotilla sends are unknown to it. */
  async function startPooler(databases: string): Promise<string> {
    if (typeof pgbouncer === 'string') throw new Error(pgbouncer)
    const folder = await mkdtemp(join(tmpdir(), 'flotilla-pgbouncer-'))
    const listens = await freePort()
    const configuration = [
      '[databases]',
      `${databases} host=${server.folder} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listens}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      'pool_mode = session',
      'max_client_conn = 200',
      'default_pool_size = 80',
      'ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,options',
    ]
    await writeFile(join(folder, 'pgbouncer.ini'), configuration.join('\n'))
    await writeFile(join(folder, 'users'), '"fleet" ""\n')
    if (ordinaryUser) await chown(folder, ordinaryUser.uid, ordinaryUser.gid)
    const child = spawn(pgbouncer.path, [join(folder, 'pgbouncer.ini')], {
      env: { ...process.env, ...pgbouncer.environment },
      stdio: 'ignore',
      ...ordinaryUser,
    })
    onTestFinished(async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    })
    await expect.poll(() => isListening(listens), { interval: 50 }).toBe(true)
    return `postgres://fleet@127.0.0.1:${listens}/fleet`
  }
})

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref()
    socket.on('connect', () => socket.destroy())
  })

async function query(connectionString: string, text: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
