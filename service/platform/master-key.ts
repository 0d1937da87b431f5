import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './error-facts.ts'
import { syncFolder } from './sync-folder.ts'

/** The source of the master keys, newest first. */
export interface MasterKeys {
  /** The current keys; the same array until something changes. */
  read(): readonly string[]
}

const shortestKey = 32

export const masterKeyFile = (dataDir: string) => join(dataDir, 'master.key')
export const newMasterKey = () => randomBytes(32).toString('base64url')

/** From the environment (newest first, separated by commas), else from a file that is created at the first start. */
export async function readMasterKeys(dataDir: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  if (fromEnvironment) {
    const keys = fromEnvironment
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== '')
    if (keys.length === 0 || keys.some((key) => key.length < shortestKey)) {
      throw new Error(`Each key in MASTER_KEY must have at least ${shortestKey} characters.`)
    }
    return { read: () => keys }
  }
  const path = masterKeyFile(dataDir)
  if (!(await exists(path))) await makeKeyFile(path)
  return watchKeyFile(path)
}

/** Puts a new key first in the file, atomically. One caller at a time. */
export async function addMasterKey(dataDir: string, key: string): Promise<void> {
  const path = masterKeyFile(dataDir)
  await replaceFile(path, [key, ...readKeyFile(path)])
}

export async function dropOldMasterKeys(dataDir: string): Promise<void> {
  const path = masterKeyFile(dataDir)
  await replaceFile(path, readKeyFile(path).slice(0, 1))
}

/** When the newest key was added to the file. */
export async function masterKeyChangedAt(dataDir: string): Promise<Date> {
  return (await stat(masterKeyFile(dataDir))).mtime
}

/** Reads the file only if it changed, so that the check before every seal is cheap. */
function watchKeyFile(path: string): MasterKeys {
  let seen = ''
  let keys: readonly string[] = []
  return {
    read() {
      const { ino, size, mtimeMs } = inspect(path)
      const now = `${ino} ${size} ${mtimeMs}`
      if (now !== seen) keys = readKeyFile(path)
      seen = now
      return keys
    },
  }
}

function readKeyFile(path: string): string[] {
  const { mode } = inspect(path)
  if ((mode & 0o077) !== 0) throw new Error(`The master key ${path} can be read by others. Run: chmod 600 ${path}`)
  const keys = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [newest] = keys
  if (newest === undefined) throw new Error(`The master key ${path} is empty. Put back the copy you kept.`)
  // Older keys only open existing values, so a short one may stay until it is rotated out.
  if (newest.length < shortestKey) throw new Error(tooShort(path))
  return keys
}

const tooShort = (path: string) =>
  `The master key in ${path} has fewer than ${shortestKey} characters. Add a longer one as the first line, for example from ` +
  '"openssl rand -base64 32", keep the old line below it, then run flotilla rotate-master-key and, after a backup, ' +
  'flotilla rotate-master-key --finish.'

function inspect(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  // Using the cached key would seal under a key that the next start does not have.
  if (!found) throw new Error(`The master key ${path} is gone. Put back the copy you kept.`)
  return found
}

async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = await writeDraft(path, [newMasterKey()])
  try {
    await link(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    // A concurrent process created it first; its key is used.
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

async function replaceFile(path: string, keys: string[]): Promise<void> {
  await rename(await writeDraft(path, keys), path)
  await syncFolder(dirname(path))
}

async function writeDraft(path: string, keys: string[]): Promise<string> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${keys.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
