import { access, open } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import { BackupError } from '../database/backup/format.ts'
import { throwIfLeaseLost } from '../leases.ts'
import type { Outbound } from '../outbound/http-client.ts'
import { backupPath, createFolder, findFileSize, removeFile, requireBackupName, sweepFolder } from './backup-files.ts'
import { createS3, type S3Credentials, S3Error, type S3Location, type UploadedPart } from './s3.ts'

/** What an upload has done so far, stored so that another process can continue it. */
export interface UploadRecord {
  uploadId: string | null
  parts: readonly UploadedPart[]
  onStart(uploadId: string): Promise<void>
  onPart(part: UploadedPart, bytes: number): Promise<void>
}

export interface BackupTarget {
  /** Creates the folder for uploads, and removes what earlier runs left; `failed` are the names of our own that failed. */
  prepare(name: string, failed: readonly string[]): Promise<void>
  /** The file is written here first, with `.part` at its end until it is complete. */
  pathOf(name: string): string
  findWrittenSize(name: string): Promise<number | null>
  removeWritten(name: string): Promise<void>
  /** Stores the written file, beginning with the part that is missing. */
  store(name: string, size: number, record: UploadRecord): Promise<void>
  /** A copy of the file on this machine until `remove`. */
  fetch(name: string, size: number): Promise<{ path: string; remove(): Promise<void> }>
  delete(name: string): Promise<void>
  /** Gives up an upload. */
  abort(name: string, uploadId: string): Promise<void>
  /** After it was stored: removes the copy on this disk, unless that is the backup. */
  finish(name: string): Promise<void>
}

const smallestPart = 8 * 1024 * 1024
const maxParts = 9_000

/** The same for the same file, so that a continued upload has the same parts. */
const partSizeOf = (size: number): number => Math.max(smallestPart, Math.ceil(size / maxParts / 1024) * 1024)

/** What writing to a folder and uploading from one have in common. */
function writtenIn(folder: string): Pick<BackupTarget, 'pathOf' | 'findWrittenSize' | 'removeWritten'> {
  const pathOf = (name: string) => backupPath(folder, name)
  return {
    pathOf,
    findWrittenSize: (name) => findFileSize(pathOf(name)),
    async removeWritten(name) {
      await Promise.all([removeFile(pathOf(name)), removeFile(`${pathOf(name)}.part`)])
    },
  }
}

/** Backups in a folder of this server. */
export function openFolderTarget(folder: string): BackupTarget {
  const written = writtenIn(folder)
  return {
    ...written,
    async prepare(_name, failed) {
      // Not created: a disk that is not mounted must not be replaced by a folder.
      await access(folder)
      // Only our own: another installation may be writing to the same folder.
      for (const name of failed) await removeFile(`${written.pathOf(name)}.part`)
    },
    // It is written in place.
    store: async () => {},
    async fetch(name, size) {
      requireSize(name, size, await written.findWrittenSize(name))
      return { path: written.pathOf(name), remove: async () => {} }
    },
    delete: written.removeWritten,
    abort: async () => {},
    finish: async () => {},
  }
}

export interface S3TargetOptions {
  location: S3Location
  credentials: S3Credentials
  /** The beginning of all names in the bucket. */
  prefix: string
  /** The folder for files that are uploaded or checked. */
  spool: string
  /** Bytes of a part; by the size of the file unless a test sets it. */
  partBytes?: number | undefined
}

/** Backups in an S3-compatible storage, uploaded in parts. */
export function openS3Target(parts: { outbound: Outbound; clock: Clock }, options: S3TargetOptions): BackupTarget {
  const { location, credentials, prefix, spool } = options
  const s3 = createS3(parts, location, credentials)
  const written = writtenIn(spool)
  const keyOf = (name: string) => prefix + requireBackupName(name)

  async function upload(name: string, size: number, record: UploadRecord): Promise<void> {
    const key = keyOf(name)
    const uploadId = record.uploadId ?? (await s3.startUpload(key))
    if (record.uploadId === null) await record.onStart(uploadId)
    const done = new Map(record.parts.map((part) => [part.number, part]))
    const partSize = options.partBytes ?? partSizeOf(size)
    const file = await open(written.pathOf(name))
    try {
      const buffer = Buffer.alloc(Math.min(partSize, size))
      for (let number = 1, start = 0; start < size; number++, start += partSize) {
        throwIfLeaseLost()
        const length = Math.min(partSize, size - start)
        if (done.has(number)) continue
        const { bytesRead } = await file.read(buffer, 0, length, start)
        if (bytesRead !== length) throw new BackupError(`${name} was changed while it was uploaded.`)
        const part = await retried(() => s3.uploadPart(key, uploadId, number, buffer.subarray(0, length)))
        done.set(number, part)
        await record.onPart(part, start + length)
      }
    } finally {
      await file.close()
    }
    const sent = [...done.values()].sort((one, other) => one.number - other.number)
    // A process that was killed after this call has completed the upload already.
    await s3.completeUpload(key, uploadId, sent).catch(async (error) => {
      if (!(error instanceof S3Error) || (await s3.findSize(key)) !== size) throw error
    })
    requireSize(name, size, await s3.findSize(key))
  }

  async function fetch(name: string, size: number) {
    await createFolder(spool)
    // Copies of checks that were killed; the caller holds the lock of the checks.
    await sweepFolder(spool, ['.check'])
    const path = `${written.pathOf(name)}.check`
    const remove = () => removeFile(path)
    const key = keyOf(name)
    requireSize(name, size, await s3.findSize(key))
    const file = await open(path, 'wx', 0o600)
    try {
      for (let start = 0; start < size; start += smallestPart) {
        throwIfLeaseLost()
        // Unlike write, this fails when only a part could be written.
        await file.appendFile(await retried(() => s3.readRange(key, start, Math.min(size, start + smallestPart))))
      }
    } catch (error) {
      await remove()
      throw error
    } finally {
      await file.close()
    }
    return { path, remove }
  }

  return {
    ...written,
    async prepare(name) {
      await createFolder(spool)
      await sweepFolder(spool, ['', '.part'], name)
    },
    store: upload,
    fetch,
    delete: (name) => s3.deleteObject(keyOf(name)),
    abort: (name, uploadId) => s3.abortUpload(keyOf(name), uploadId),
    finish: written.removeWritten,
  }
}

function requireSize(name: string, expected: number, found: number | null): void {
  if (found === expected) return
  throw new BackupError(
    found === null ? `${name} no longer exists.` : `${name} has ${found} bytes instead of ${expected}.`,
  )
}

const attempts = 3

/** A lost connection is tried again; an answer of the storage is not, except an error of its own. */
async function retried<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      throwIfLeaseLost()
      if (attempt === attempts || (error instanceof S3Error && error.status < 500)) throw error
    }
  }
}
