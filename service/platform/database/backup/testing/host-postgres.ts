import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DebianProgram, findDebianProgram } from '../../../../testing/debian-programs.ts'

const found = await findDebianProgram('usr/lib/postgresql/15/bin/postgres', 'postgresql-15')

/** Debian's PostgreSQL of another major version than the embedded one; undefined if not available. */
export const debianPostgres: DebianProgram | undefined = typeof found === 'string' ? undefined : found

export interface HostPostgres {
  folder: string
  connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

/** Further settings, rules of access (pg_hba.conf) and files in the folder of the server. */
export interface HostPostgresOptions {
  settings?: Record<string, string | number>
  access?: string
  files?: Record<string, string>
}

/** The user that runs programs which refuse root. */
export const ordinaryUser = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** A server of another major version than the embedded one, with temporary data. */
export async function startHostPostgres(
  { path, environment }: DebianProgram,
  { settings = {}, access, files = {} }: HostPostgresOptions = {},
): Promise<HostPostgres> {
  const programs = dirname(path)
  const env = { ...process.env, ...environment }
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-host-'))
  const user = ordinaryUser
  if (user) await chown(folder, user.uid, user.gid)
  const runToEnd = async (name: string, args: string[]) => {
    const [code] = await once(spawn(join(programs, name), args, { cwd: folder, env, stdio: 'ignore', ...user }), 'exit')
    if (code !== 0) throw new Error(`${name} of ${programs} ended with ${code}`)
  }
  const data = join(folder, 'data')
  await runToEnd('initdb', ['-D', data, '-U', 'fleet', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    if (user) await chown(join(folder, name), user.uid, user.gid)
  }
  if (access !== undefined) await writeFile(join(data, 'pg_hba.conf'), access)
  const given = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...settings }
  const options = Object.entries(given).map(([name, value]) => `-c ${name}=${value}`)
  await runToEnd('pg_ctl', ['start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' ')])
  return {
    folder,
    connection: { host: folder, user: 'fleet', database: 'postgres' },
    async stop() {
      await runToEnd('pg_ctl', ['stop', '-D', data, '-w', '-m', 'immediate'])
      await rm(folder, { recursive: true })
    },
  }
}
