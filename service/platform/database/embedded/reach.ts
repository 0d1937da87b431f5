import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canRun } from './choose-user.ts'
import type { Folders } from './folders.ts'
import { type RunAs, runProgram } from './run-program.ts'

type Reaching = { folders: Folders; as: RunAs; fallbackDir: string; log: (line: string) => void }

/** The folder for new data: DATA_DIR/postgres, or one in `fallbackDir` if the database's user cannot enter that. */
export async function dataFolderFor({ folders, as, fallbackDir, log }: Reaching): Promise<string> {
  if (typeof as !== 'object') return folders.home
  await chmod(folders.home, 0o711)
  if (await canRun(as, 'test', '-x', folders.home)) return folders.home
  const parent = await createFolder(folders, fallbackDir)
  if (existsSync(join(parent, 'data'))) {
    throw new Error(
      `${parent} holds a database that ${folders.home} no longer points to. To use it again: ln -s ${parent}/data ${folders.data}. ` +
        `To begin with an empty one: remove ${parent}`,
    )
  }
  log(
    `The user ${as.uid}, who runs the database for root, may not enter ${folders.home}: the data is in ${parent} instead.`,
  )
  return parent
}

/** The folder with the programs, or a copy of it if the database's user cannot enter ours (a clone below /root). */
export async function reachablePrograms(native: string, reaching: Reaching): Promise<string> {
  const { folders, as, fallbackDir, log } = reaching
  const works = (folder: string) => canRun(as, join(folder, 'bin', 'postgres'), '--version')
  if (typeof as !== 'object' || (await works(native))) return native
  // Every package.json has a version.
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  const copy = join(await createFolder(folders, fallbackDir), `postgresql-${version}`)
  if (await works(copy)) return copy
  await rm(copy, { recursive: true, force: true })
  await cp(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true, force: true })
  await runProgram('chmod', ['-R', 'a+rX', `${copy}.new`])
  await rename(`${copy}.new`, copy)
  log(`The user ${as.uid}, who runs the database for root, may not enter ${native}: it runs a copy in ${copy}.`)
  return copy
}

/** Changes the owner of data that root created when another user must run it. */
export async function changeOwner(data: string, as: RunAs, owner: number, log: (line: string) => void): Promise<void> {
  if (typeof as !== 'object') return
  if (owner !== as.uid) {
    log(`The database is run by user ${as.uid} from now on; ${data} is given to that user.`)
    await runProgram('chown', ['-R', `${as.uid}:${as.gid}`, data])
  }
  if (await canRun(as, 'test', '-x', data)) return
  throw new Error(
    `The user ${as.uid}, who runs the database for root, may not enter ${data}: ` +
      'let others pass through the folders above it (chmod o+x), or run Flotilla as an ordinary user.',
  )
}

async function createFolder({ key }: Folders, fallbackDir: string): Promise<string> {
  const folder = join(fallbackDir, key)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  return folder
}
