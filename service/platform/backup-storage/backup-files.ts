import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../database/backup/format.ts'
import { codeOf } from '../error-facts.ts'

/** The form of all names of backups. */
const backupName = /^flotilla-\d{8}T\d{6}Z-\d{1,15}\.backup$/

export const nameOfBackup = (id: number, at: Date): string =>
  `flotilla-${at.toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z-${id}.backup`

/** Names are made here and stored; one that was changed must not lead out of the folder. */
export function requireBackupName(name: string): string {
  if (!backupName.test(name)) throw new BackupError(`${JSON.stringify(name)} is no name of a backup.`)
  return name
}

export const backupPath = (folder: string, name: string): string => join(folder, requireBackupName(name))

export const createFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 })

/** Removes files of earlier runs that did not end, and with `finished` whole ones too. Only files with our names. */
export async function sweepFolder(folder: string, keep: string, { finished }: { finished: boolean }): Promise<void> {
  for (const file of await readdir(folder)) {
    const name = file.replace(/\.part$/, '')
    if (name === keep || !backupName.test(name) || (name === file && !finished)) continue
    await rm(join(folder, file), { force: true })
  }
}

/** The size of a file; null if there is none. */
export async function findFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return found === null ? null : found.size
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
