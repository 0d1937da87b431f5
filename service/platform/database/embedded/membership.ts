import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FileLock } from './file-lock.ts'
import { type Folders, giveToOwnerOf } from './folders.ts'
import { programEnvironment, runProgram } from './run-program.ts'

/**
 * Each process that uses the database shares the lock on `members`; a process that gets it exclusively is the last one: it
 * blocks new processes and stops the server. `server` is locked by the server's own processes while one of them lives.
 */
const closing = fileURLToPath(new URL('close-database.sh', import.meta.url))
const closingCopy = ({ home }: Folders) => join(home, 'close-database.sh')

export type Membership = {
  folders: Folders
  lock: FileLock
  /** A folder to remove when the last process has left. */
  scratch?: string
}

export async function enter(folders: Folders, scratch?: string): Promise<Membership> {
  const lock = new FileLock(folders.members)
  await lock.share()
  return { folders, lock, scratch }
}

/** A small process that waits for the last member to end, in case it is killed (kill -9). */
export async function watchForLastMember(membership: Membership, socketDir: string, log: (line: string) => void) {
  // A copy next to the data: the clone may be moved or removed while we run.
  await copyFile(closing, closingCopy(membership.folders))
  await giveToOwnerOf(membership.folders.home, closingCopy(membership.folders))
  const args = ['--exclusive', membership.folders.members, ...closingCommand(membership, socketDir)]
  const watcher = spawn('flock', args, { detached: true, stdio: 'ignore', env: programEnvironment, cwd: '/' })
  watcher.on('error', (error) => log(`The database will not be stopped if Flotilla is killed: ${error.message}`))
  watcher.unref()
}

/** Leaves; the last process stops the server. False if the server could not be stopped within a minute. */
export async function leave(membership: Membership, socketDir: string): Promise<boolean> {
  const { folders, lock } = membership
  // Opened while we are still a member: it stays the same file even if the watcher is faster and removes the folder, whereas
  // flock on the path would create the file again and so keep the folder from being removed.
  const membersLock = new FileLock(folders.members)
  lock.close()
  try {
    if (!(await membersLock.tryExclusive())) {
      // If there are other members, this returns at once; if the watcher was faster, it waits until that one has finished.
      await membersLock.share()
      return true
    }
    if (!existsSync(closingCopy(folders))) return true // the watcher has closed and cleared away already
    const [program = '', ...args] = closingCommand(membership, socketDir)
    const { code } = await runProgram(program, args, { heldFile: membersLock.descriptor, detached: true })
    return code === 0
  } finally {
    membersLock.close()
  }
}

function closingCommand({ folders, scratch }: Membership, socketDir: string): string[] {
  return ['sh', closingCopy(folders), folders.home, socketDir, scratch ?? '']
}
