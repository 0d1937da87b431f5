import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

const sharedMemory = '/dev/shm'
/** The files take 1 to 2 GB; workers and browsers need the rest. */
const neededBytes = 12e9

/**
 * A temporary folder in memory. Copying a database there takes a tenth of the processor time of a disk, and the tests copy and create
 * hundreds. Undefined where there is too little memory, or where programs cannot be started from there.
 */
export async function createMemoryFolder(): Promise<string | undefined> {
  if (!isUsable(await readFile('/proc/mounts', 'utf8').catch(() => ''))) return undefined
  const { bavail, bsize } = await statfs(sharedMemory)
  if (Math.min(bavail * bsize, freemem()) < neededBytes) return undefined
  const folder = await mkdtemp(join(sharedMemory, 'flotilla-tests-'))
  // As /tmp: databases and browsers run as other users.
  await chmod(folder, 0o1777)
  return folder
}

/** Whether it is memory from which programs can be started; the last mount hides earlier ones. */
export function isUsable(mounts: string): boolean {
  const [, , type, options] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === sharedMemory) ?? []
  return type === 'tmpfs' && !options?.split(',').some((option) => option === 'noexec' || option === 'ro')
}
