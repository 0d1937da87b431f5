import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FileLock } from './file-lock.ts'
import { type Folders, giveToOwnerOf } from './folders.ts'
import { programEnvironment, runProgram } from './run-program.ts'

/**
 * Each process that uses the database shares the lock on `members`; whoever gets it exclusively knows that nobody does,
 * keeps newcomers waiting, and closes. `server` is locked by the server's own processes, for as long as one of them lives.
 */
const closing = fileURLToPath(new URL('close-database.sh', import.meta.url))
const closingCopy = ({ home }: Folders) => join(home, 'close-database.sh')

export type Membership = {
  folders: Folders
  lock: FileLock
  /** A folder to remove when the last one has left. */
  scratch?: string
}

export async function enter(folders: Folders, scratch?: string): Promise<Membership> {
  const lock = new FileLock(folders.members)
  await lock.share()
  return { folders, lock, scratch }
}

/** A tiny process that waits for the last member to go, for the case that it goes without a word (kill -9). */
export async function watchForTheLast(membership: Membership, socketDir: string, log: (line: string) => void) {
  // A copy beside the data: the clone may be moved or removed while we run.
  await copyFile(closing, closingCopy(membership.folders))
  await giveToOwnerOf(membership.folders.home, closingCopy(membership.folders))
  const args = ['--exclusive', membership.folders.members, ...closingCommand(membership, socketDir)]
  const watcher = spawn('flock', args, { detached: true, stdio: 'ignore', env: programEnvironment, cwd: '/' })
  watcher.on('error', (error) => log(`Nobody will stop the database if Flotilla is killed: ${error.message}`))
  watcher.unref()
}

/** Leaves; the last one out stops the server. False when the server could not be stopped within a minute. */
export async function leave(membership: Membership, socketDir: string): Promise<boolean> {
  const { folders, lock } = membership
  // Opened while we are still in: it stays the same file even if the watcher is faster and removes the folder, whereas
  // flock on the path would make the file anew and so keep the folder from being removed.
  const surface = new FileLock(folders.members)
  lock.close()
  try {
    if (!(await surface.tryExclusive())) {
      // Either others are in, then this returns at once; or the watcher was faster, then it waits until that one has closed.
      await surface.share()
      return true
    }
    if (!existsSync(closingCopy(folders))) return true // the watcher has closed and cleared away already
    const [program, ...args] = closingCommand(membership, socketDir)
    const { code } = await runProgram(program!, args, { heldFile: surface.descriptor, detached: true })
    return code === 0
  } finally {
    surface.close()
  }
}

function closingCommand({ folders, scratch }: Membership, socketDir: string): string[] {
  return ['sh', closingCopy(folders), folders.home, socketDir, scratch ?? '']
}
