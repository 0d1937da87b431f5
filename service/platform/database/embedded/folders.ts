import { createHash } from 'node:crypto'
import { lchown, lstat, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../error-facts.ts'

export const port = 5432

/** The files of the embedded database in DATA_DIR. The locks never move; `data` may be a link to another folder. */
export type Folders = {
  home: string
  data: string
  members: string
  server: string
  log: string
  /** Identifies this DATA_DIR in names of folders elsewhere. */
  key: string
}

export async function openFolders(dataDir: string): Promise<Folders> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 }) // others may enter folders that are open to them, but list nothing
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
    const home = await realpath(join(dataDir, 'postgres'))
    const key = createHash('sha256').update(home).digest('hex').slice(0, 12)
    const inHome = (name: string) => join(home, name)
    return {
      home,
      key,
      data: inHome('data'),
      members: inHome('members.lock'),
      server: inHome('server.lock'),
      log: inHome('server.log'),
    }
  } catch (error) {
    const code = codeOf(error)
    throw new Error(
      `The folder ${dataDir} cannot be used (${code}): set DATA_DIR to a folder this user may write in.`,
      {
        cause: error,
      },
    )
  }
}

/** Folders that root creates for an ordinary user must not lock that user out later. */
export async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  const { uid, gid } = await lstat(folder)
  if (process.getuid?.() === 0) await lchown(file, uid, gid)
}

/** In the temp directory because a socket's path is limited to 107 bytes, and DATA_DIR may be longer than that. */
export function socketFolder(key: string, tempDir: string): string {
  const name = `flotilla-${key}`
  const socket = join(tempDir, name, `.s.PGSQL.${port}`)
  return join(Buffer.byteLength(socket) <= 107 ? tempDir : '/tmp', name)
}

/** Creates the socket's folder for its owner only: access to it is what authenticates a client. */
export async function claimSocketFolder(
  path: string,
  owner: { uid: number; gid: number },
  myUid: number,
): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  if (found.isDirectory() && found.uid === myUid && owner.uid !== myUid) await lchown(path, owner.uid, owner.gid)
  await checkSocketFolder(path, owner.uid)
}

/** The temp directory is open to all: a folder that another user created there could contain a fake server. */
export async function checkSocketFolder(path: string, ownerUid: number): Promise<void> {
  const found = await lstat(path)
  const advice = 'Remove it, or set TMPDIR to a folder of your own.'
  if (!found.isDirectory())
    throw new Error(`${path} should be the folder of the database's socket but is none. ${advice}`)
  if (found.uid !== ownerUid) {
    throw new Error(`${path} belongs to user ${found.uid} instead of ${ownerUid}: another user created it. ${advice}`)
  }
  if ((found.mode & 0o077) !== 0) throw new Error(`${path} is open to other users. ${advice}`)
}
