import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../database/backup/format.ts'
import { codeOf } from '../error-facts.ts'

/** The form of all names of backups. */
const backupName = /^flotilla-\d{8}T\d{6}Z-\d{1,15}(-[0-9a-f]{8})?\.backup$/

/** With a random end: another installation that uses the same folder or bucket may have the same id at the same time. */
export const nameOfBackup = (id: number, at: Date): string =>
  `flotilla-${at.toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z-${id}-${randomBytes(4).toString('hex')}.backup`

/** Names are made here and stored; one that was changed must not lead out of the folder. */
export function requireBackupName(name: string): string {
  if (!backupName.test(name)) throw new BackupError(`${JSON.stringify(name)} is no name of a backup.`)
  return name
}

export const backupPath = (folder: string, name: string): string => join(folder, requireBackupName(name))

export const createFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 })

/** Removes the files of earlier runs from our own folder: those with one of these ends after the name of a backup. */
export async function sweepFolder(folder: string, ends: readonly string[], keep?: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [name = ''] = entry.name.split(/(?<=\.backup)/)
    if (entry.isDirectory() || name === keep || !backupName.test(name)) continue
    if (ends.includes(entry.name.slice(name.length))) await rm(join(folder, entry.name), { force: true })
  }
}

/** The size of a file; null if there is none, or if it is no ordinary file: reading another kind may never end. */
export async function findFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return found?.isFile() ? found.size : null
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
