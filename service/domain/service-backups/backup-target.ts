import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../operation/context.ts'
import { BackupError } from '../../platform/database/backup/format.ts'
import { codeOf } from '../../platform/error-facts.ts'
import { throwIfLeaseLost } from '../../platform/leases.ts'
import { present } from '../../platform/present.ts'
import { createS3, S3Error, type UploadedPart } from '../../platform/s3.ts'
import { locationOf } from './backup-environment.ts'
import { type BackupSettings, backupSecretColumn } from './backup-settings-store.ts'
import { backupName } from './service-backup-store.ts'

type Parts = Pick<Context, 'outbound' | 'clock' | 'secrets' | 'serviceBackup'>

/** What an upload has done so far, stored so that another process can continue it. */
export interface UploadRecord {
  uploadId: string | null
  parts: readonly UploadedPart[]
  onStart(uploadId: string): Promise<void>
  onPart(part: UploadedPart, bytes: number): Promise<void>
}

export interface BackupTarget {
  location: string
  /** The folder that the file is written to first. */
  folder: string
  /** Stores the written file, beginning with the part that is missing. */
  store(name: string, size: number, record: UploadRecord): Promise<void>
  /** A copy of the file on this machine until `remove`. */
  fetch(name: string, size: number): Promise<{ path: string; remove(): Promise<void> }>
  delete(name: string): Promise<void>
  /** Gives up an upload. */
  abort(name: string, uploadId: string): Promise<void>
}

const smallestPart = 8 * 1024 * 1024
const maxParts = 9_000

/** The same for the same file, so that a continued upload has the same parts. */
const partSizeOf = (size: number): number => Math.max(smallestPart, Math.ceil(size / maxParts / 1024) * 1024)

export function openTarget(parts: Parts, settings: BackupSettings): BackupTarget {
  return settings.target === 'folder' ? folderTarget(parts, settings) : s3Target(parts, settings)
}

function folderTarget({ serviceBackup }: Parts, settings: BackupSettings): BackupTarget {
  const folder = present(serviceBackup.folder, 'BACKUP_DIR')
  return {
    location: locationOf(serviceBackup, settings),
    folder,
    // It is written in place.
    store: async () => {},
    async fetch(name, size) {
      const path = pathIn(folder, name)
      await requireSize(path, size)
      return { path, remove: async () => {} }
    },
    delete: (name) => rm(pathIn(folder, name), { force: true }),
    abort: async () => {},
  }
}

function s3Target({ outbound, clock, secrets, serviceBackup }: Parts, settings: BackupSettings): BackupTarget {
  const { s3_endpoint: endpoint, s3_region: region, s3_bucket: bucket, s3_prefix: prefix } = settings
  const secretAccessKey = secrets.open(present(settings.s3_secret, 'the secret key'), backupSecretColumn)
  const s3 = createS3(
    { outbound, clock },
    { endpoint, region, bucket },
    { accessKeyId: settings.s3_access_key, secretAccessKey },
  )
  const folder = present(serviceBackup.spool, 'the folder for uploads')
  const keyOf = (name: string) => prefix + requireName(name)

  async function upload(name: string, size: number, record: UploadRecord): Promise<void> {
    const key = keyOf(name)
    const uploadId = record.uploadId ?? (await s3.startUpload(key))
    if (record.uploadId === null) await record.onStart(uploadId)
    const done = new Map(record.parts.map((part) => [part.number, part]))
    const partSize = serviceBackup.partBytes ?? partSizeOf(size)
    const file = await open(pathIn(folder, name))
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
    const parts = [...done.values()].sort((one, other) => one.number - other.number)
    await s3.completeUpload(key, uploadId, parts).catch(async (error) => {
      // A process that was killed after this call has completed it.
      if (!(error instanceof S3Error && error.code === 'NoSuchUpload') || (await s3.findSize(key)) !== size) throw error
    })
    const stored = await s3.findSize(key)
    if (stored !== size)
      throw new BackupError(`The storage has ${stored ?? 'no'} bytes of ${name} instead of ${size} after the upload.`)
  }

  return {
    location: locationOf(serviceBackup, settings),
    folder,
    store: upload,
    async fetch(name, size) {
      const path = `${pathIn(folder, name)}.check`
      const remove = () => rm(path, { force: true })
      await remove()
      const key = keyOf(name)
      const found = await s3.findSize(key)
      if (found !== size)
        throw new BackupError(
          found === null
            ? `${name} is not in the storage any more.`
            : `${name} has ${found} bytes in the storage instead of ${size}.`,
        )
      const file = await open(path, 'wx', 0o600)
      try {
        for (let start = 0; start < size; start += smallestPart) {
          throwIfLeaseLost()
          await file.write(await retried(() => s3.readRange(key, start, Math.min(size, start + smallestPart))))
        }
      } catch (error) {
        await remove()
        throw error
      } finally {
        await file.close()
      }
      return { path, remove }
    },
    delete: (name) => s3.deleteObject(keyOf(name)),
    abort: (name, uploadId) => s3.abortUpload(keyOf(name), uploadId),
  }
}

/** Removes files of earlier runs that did not end; in the spool folder also finished ones. Only files with our names. */
export async function sweepFolder(folder: string, keep: string, { finished }: { finished: boolean }): Promise<void> {
  for (const file of await readdir(folder)) {
    const name = file.replace(/\.part$/, '')
    if (name === keep || !backupName.test(name) || (name === file && !finished)) continue
    await rm(join(folder, file), { force: true })
  }
}

export async function requireSize(path: string, size: number): Promise<void> {
  const found = await stat(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (found === null) throw new BackupError(`${path} is not there any more.`)
  if (found.size !== size) throw new BackupError(`${path} has ${found.size} bytes instead of ${size}.`)
}

/** Names are made here and stored; one that was changed must not lead out of the folder. */
function requireName(name: string): string {
  if (!backupName.test(name)) throw new BackupError(`${JSON.stringify(name)} is no name of a backup.`)
  return name
}

export const pathIn = (folder: string, name: string): string => join(folder, requireName(name))

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
