import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The programs of a PostgreSQL that the machine itself has, as Debian's package puts them; undefined without one. */
export const hostPrograms = globSync('/usr/lib/postgresql/*/bin')
  .filter((bin) => existsSync(join(bin, 'initdb')))
  .sort()
  .at(-1)

export interface HostPostgres {
  connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

/** A server of another major version than the embedded one, with data that lasts as long as the test. */
export async function startHostPostgres(programs: string): Promise<HostPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-host-'))
  // PostgreSQL refuses root.
  const user = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : undefined
  if (user) await chown(folder, user.uid, user.gid)
  const runToEnd = async (name: string, words: string[]) => {
    const [code] = await once(spawn(join(programs, name), words, { cwd: folder, stdio: 'ignore', ...user }), 'exit')
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
