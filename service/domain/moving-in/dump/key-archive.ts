import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unzipSync } from 'fflate'
import { keyArchiveRefused } from './dump-errors.ts'
import { withHead } from './head.ts'
import { filesOfTar } from './tar.ts'

/** Key files are a few kilobytes. */
const maxFileBytes = 16_384
const maxFiles = 60_000
const maxEntries = 200_000
const maxArchiveBytes = 200_000_000

/** A zip archive has its list of files at the end, so it is held in memory. */
const maxZipBytes = 64_000_000

/** Collects files with the names that key files have; everything else in the archive is ignored. */
class KeyFolder {
  readonly files = new Map<string, Buffer>()
  private entries = 0
  private expected = 0
  private expectedBytes = 0

  /** The name of a key file, or null for an entry to ignore. Folders in front of the name are removed. */
  accept(path: string): string | null {
    if (++this.entries > maxEntries) throw keyArchiveRefused(`it has more than ${maxEntries} files.`)
    const name = path.slice(path.lastIndexOf('/') + 1)
    return /^[A-Za-z0-9_-]{1,100}$/.test(name) ? name : null
  }

  /** Counts a key file before it is unpacked: many entries of a zip archive can have the same content. */
  expect(bytes: number): void {
    if (++this.expected > maxFiles) throw keyArchiveRefused(`it has more than ${maxFiles} key files.`)
    this.expectedBytes += bytes
    if (this.expectedBytes > maxArchiveBytes) throw tooLarge()
  }

  add(name: string, content: Buffer): void {
    this.files.set(name, content)
  }
}

/** The files of the folder `pk`, from a zip or tar archive, with or without gzip. Nothing is written to disk. */
export async function readKeyArchive(bytes: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, Buffer>> {
  const { head, whole } = await withHead(limit(bytes, maxArchiveBytes))
  if (head === 'zip') return readZip(whole)
  return readTar(head === 'gzip' ? limit(Readable.from(whole).pipe(createGunzip()), maxArchiveBytes) : whole)
}

const tooLarge = () => keyArchiveRefused('it is too large. Pack only the folder pk.')

async function* limit(bytes: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let total = 0
  for await (const piece of bytes) {
    total += piece.length
    if (total > max) throw tooLarge()
    yield piece
  }
}

async function readZip(bytes: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, Buffer>> {
  const folder = new KeyFolder()
  const pieces: Buffer[] = []
  for await (const piece of limit(bytes, maxZipBytes)) pieces.push(piece)
  try {
    // A file gets the memory of the size that the archive states, and not more.
    const isKeyFile = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (folder.accept(name) === null || originalSize <= 0 || originalSize > maxFileBytes) return false
      folder.expect(originalSize)
      return true
    }
    for (const [path, content] of Object.entries(unzipSync(Buffer.concat(pieces), { filter: isKeyFile })))
      folder.add(path.slice(path.lastIndexOf('/') + 1), Buffer.from(content))
  } catch (error) {
    throw isRefusal(error) ? error : keyArchiveRefused('it is damaged, encrypted or was cut. Pack it again.')
  }
  return folder.files
}

async function readTar(bytes: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, Buffer>> {
  const folder = new KeyFolder()
  try {
    for await (const { path, content } of filesOfTar(bytes, maxFileBytes)) {
      const name = folder.accept(path)
      if (name === null || content === null || content.length === 0) continue
      folder.expect(content.length)
      folder.add(name, content)
    }
  } catch (error) {
    throw isRefusal(error) ? error : keyArchiveRefused('it is neither a zip nor a tar archive, damaged or was cut.')
  }
  return folder.files
}

const isRefusal = (error: unknown) => error instanceof Error && error.name === 'ServiceError'
