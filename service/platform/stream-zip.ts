import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZippedFile {
  path: string
  /** Called when the file is written: after all files before it. */
  parts(): AsyncIterable<string | Buffer>
}

const compressionLevel = 4

/** A zip file in parts, each when the caller is ready for it. `close` is called at the end, also when the caller stops reading. */
export async function* streamZip(
  entries: Iterable<ZippedFile>,
  mtime: Date,
  close: () => void,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  // The library creates a PassThrough; its types are those of old streams.
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  for (const { path, parts } of entries)
    zip.addReadStreamLazy(path, { mtime, compressionLevel, mode: 0o600 }, (ready) =>
      // The library does not report errors of these streams: without a listener, a lost connection would end the process.
      ready(null, Readable.from(parts(), { objectMode: false }).on('error', fail)),
    )
  zip.end()
  try {
    for await (const part of output) yield part
  } finally {
    output.destroy()
    close()
  }
}

export async function* onePart(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content
}
