import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DebianProgram, findDebianProgram } from '../../../../testing/debian-programs.ts'

const found = await findDebianProgram('usr/lib/postgresql/15/bin/postgres', 'postgresql-15')

/** Debian's PostgreSQL of another major version than the embedded one; undefined if not available. */
export const debianPostgres: DebianProgram | undefined = typeof found === 'string' ? undefined : found

export interface HostPostgres {
  connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

/** A server of another major version than the embedded one, with temporary data. */
export async function startHostPostgres({ path, environment }: DebianProgram): Promise<HostPostgres> {
  const programs = dirname(path)
  const env = { ...process.env, ...environment }
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-host-'))
  // PostgreSQL refuses root.
  const user = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : undefined
  if (user) await chown(folder, user.uid, user.gid)
  const runToEnd = async (name: string, args: string[]) => {
    const [code] = await once(spawn(join(programs, name), args, { cwd: folder, env, stdio: 'ignore', ...user }), 'exit')
    if (code !== 0) throw new Error(`${name} of ${programs} ended with ${code}`)
  }
  const data = join(folder, 'data')
  await runToEnd('initdb', ['-D', data, '-U', 'fleet', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`
  await runToEnd('pg_ctl', ['start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings])
  return {
    connection: { host: folder, user: 'fleet', database: 'postgres' },
    async stop() {
      await runToEnd('pg_ctl', ['stop', '-D', data, '-w', '-m', 'immediate'])
      await rm(folder, { recursive: true })
    },
  }
}
