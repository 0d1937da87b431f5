import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files that are too large for memory, part by part. */
const partBytes = 256 * 1024

/** Reads the file from its beginning each time. */
export type ReadParts = () => AsyncIterable<Buffer>

/** The parts of a file; its size if it is larger than the limit. */
export async function openFileParts(path: string, maxBytes: number): Promise<ReadParts | number> {
  const { size } = await stat(path)
  return size > maxBytes ? size : () => createReadStream(path, { highWaterMark: partBytes })
}

export interface TemporaryFile {
  /** Short writes of single parts; a stream would hold parts in memory while the disk is busy. */
  write(part: Buffer): void
  /** After the last write. */
  parts: ReadParts
  remove(): Promise<void>
}

/** A file that only this process can read, in a folder of its own. */
export async function createTemporaryFile(): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-'))
  const path = join(folder, 'parts')
  const file = openSync(path, 'wx', 0o600)
  return {
    write: (part) => void writeSync(file, part),
    parts: () => createReadStream(path, { highWaterMark: partBytes }),
    async remove() {
      closeSync(file)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
