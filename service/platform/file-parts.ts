import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files that are too large for memory, part by part. */
const partBytes = 64 * 1024

/** Reads the file from its beginning each time. A part is valid until the next one is read: copy what is needed later. */
export type ReadParts = () => AsyncIterable<Buffer>

/** The parts of a file; its size if it is larger than the limit. */
export async function openFileParts(path: string, maxBytes: number): Promise<ReadParts | number> {
  const { size } = await stat(path)
  return size > maxBytes ? size : () => readParts(path)
}

/** All parts share one buffer: a stream would allocate the size of the file in buffers before they are freed. */
async function* readParts(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const buffer = Buffer.allocUnsafe(partBytes)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, partBytes, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
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
    parts: () => readParts(path),
    async remove() {
      closeSync(file)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
