import { chown, lstat, mkdir, open, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresMajor } from './binaries.ts'
import { explainStartFailure } from './explain-failure.ts'
import type { Folders } from './folders.ts'
import { type RunAs, runProgram } from './run-program.ts'
import { accessRules, configurationFile } from './settings.ts'

export const superuser = 'flotilla'
export const databaseName = 'flotilla'

/** The location and owner of the data, or undefined before the first start. */
export async function findCluster(folders: Folders): Promise<{ path: string; uid: number; gid: number } | undefined> {
  const entry = await lstat(folders.data).catch(() => undefined)
  if (!entry) return undefined
  const path = await realpath(folders.data).catch(() => {
    throw new Error(
      `${folders.data} is a link to a folder that is gone. Bring that folder back, or remove the link to begin with an empty database.`,
    )
  })
  const version = (await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => 'unknown')).trim()
  if (version !== postgresMajor) {
    throw new Error(
      `The data in ${path} was made by PostgreSQL ${version}; this Flotilla brings ${postgresMajor}. ` +
        `Make a backup with the Flotilla that made it, move ${folders.data} away, start this one and restore the backup.`,
    )
  }
  const { uid, gid } = await lstat(path)
  return { path, uid, gid }
}

type Making = {
  folders: Folders
  /** The parent folder of the new folder `data`. */
  parent: string
  native: string
  as: RunAs
  settings: Record<string, string>
  /** The server lock: initdb holds it too, so that no other start begins while a process we left behind still writes. */
  heldFile: number
}

/** Creates the cluster in a temporary folder and moves it when it is complete, so that an incomplete one is never used. */
export async function makeCluster({ folders, parent, native, as, settings, heldFile }: Making): Promise<string> {
  const [unfinished, finished] = [join(parent, 'data.new'), join(parent, 'data')]
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await giveTo(as, unfinished)
  const run = async (program: string, args: string[], input?: string) => {
    const { code, output } = await runProgram(join(native, 'bin', program), args, { as, heldFile, input })
    if (code !== 0 || /^.*(ERROR|FATAL|PANIC):/m.test(output)) {
      throw explainStartFailure('The database could not be created', output, parent)
    }
  }
  const careless = settings.fsync === 'off'
  const initdb = (letters: string) =>
    run('initdb', ['-D', unfinished, '-U', superuser, ...shape(letters), ...(careless ? ['--no-sync'] : [])])
  // A system without that locale still works; only searches for parts of words beyond a-z find less.
  await initdb('C.UTF-8').catch((error: Error) => {
    if (!error.message.includes('invalid locale name')) throw error
    return initdb('C')
  })
  const single = ['--single', '-j', '-D', unfinished, ...(careless ? ['-F'] : []), 'postgres']
  await run('postgres', single, `CREATE DATABASE ${databaseName}\n`)
  await rename(unfinished, finished)
  await syncFolder(parent)
  if (finished !== folders.data) await symlink(finished, folders.data)
  return finished
}

/**
 * PostgreSQL's own C.UTF-8 sorts by code point and knows the letters of all scripts, the same on every system.
 * pg_trgm uses the system's locale to detect letters, hence the second one.
 */
function shape(letters: string): string[] {
  const provider = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return ['--encoding=UTF8', '--auth=trust', '--locale=C', `--lc-ctype=${letters}`, ...provider]
}

export async function configureCluster(data: string, as: RunAs, settings: Record<string, string>): Promise<void> {
  const files = { 'postgresql.conf': configurationFile(settings), 'pg_hba.conf': accessRules }
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name)
    await writeFile(path, text, { mode: 0o600 })
    await giveTo(as, path)
  }
}

async function giveTo(as: RunAs, path: string): Promise<void> {
  if (typeof as === 'object') await chown(path, as.uid, as.gid)
}

/** The rename must be on the disk before the first write is acknowledged. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
