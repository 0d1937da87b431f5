import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip file; everything but name and content is there to build hostile ones. */
export interface ZipEntry {
  name: string
  content?: string | Buffer
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number
  method?: number
  flags?: number
  /** In the list of files, where it differs from the content. */
  statedSize?: number
  /** In front of the bytes, where it differs from the list of files. */
  localName?: string
  /** Bytes between this entry and the next. */
  after?: Buffer
  /** The list names the bytes of the first entry again. */
  sharesFirst?: boolean
}

export interface ZipOptions {
  before?: Buffer
  comment?: string
  behind?: Buffer
}

/** Builds the bytes of a zip file, without any check. */
export function zipFile(entries: readonly ZipEntry[], { before, comment = '', behind }: ZipOptions = {}): Buffer {
  const body: Buffer[] = before ? [before] : []
  const list: Buffer[] = []
  let at = before?.length ?? 0
  for (const [index, entry] of entries.entries()) {
    const { name, content = '', mode = 0, method = 8, flags = 0x800, localName = name } = entry
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes, { level: 9 }) : bytes
    const size = entry.statedSize ?? bytes.length
    const start = entry.sharesFirst ? (before?.length ?? 0) : at
    const fields = (of: string) => {
      const record = Buffer.alloc(26)
      record.writeUInt16LE(20, 0)
      record.writeUInt16LE(flags, 2)
      record.writeUInt16LE(method, 4)
      record.writeUInt32LE(crc32(bytes), 10)
      record.writeUInt32LE(packed.length, 14)
      record.writeUInt32LE(size, 18)
      record.writeUInt16LE(Buffer.byteLength(of), 22)
      return record
    }
    const inList = Buffer.alloc(46)
    inList.writeUInt32LE(0x02014b50, 0)
    inList.writeUInt16LE(0x0314, 4)
    fields(name).copy(inList, 6)
    inList.writeUInt32LE((mode << 16) >>> 0, 38)
    inList.writeUInt32LE(start, 42)
    list.push(inList, Buffer.from(name))
    if (entry.sharesFirst && index > 0) continue
    const pieces = [
      Buffer.from('PK\x03\x04'),
      fields(localName),
      Buffer.from(localName),
      packed,
      entry.after ?? Buffer.alloc(0),
    ]
    body.push(...pieces)
    at += pieces.reduce((sum, piece) => sum + piece.length, 0)
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...body, directory, end, Buffer.from(comment), behind ?? Buffer.alloc(0)])
}

export const pluginHeader = ({ name = 'Forms Pro', version = '2.0', author = 'Forms team' } = {}) =>
  `<?php\n/**\n * Plugin Name: ${name}\n * Version: ${version}\n * Author: ${author}\n * Requires PHP: 7.4\n */\n`

export const pluginZip = (headers: Parameters<typeof pluginHeader>[0] = {}, folder = 'forms-pro'): Buffer =>
  zipFile([
    { name: `${folder}/` },
    { name: `${folder}/${folder}.php`, content: pluginHeader(headers) },
    { name: `${folder}/includes/form.php`, content: '<?php\n' },
  ])

export const themeZip = (version = '3.1'): Buffer =>
  zipFile([
    { name: 'harbour/style.css', content: `/*\nTheme Name: Harbour\nAuthor: Sea\nVersion: ${version}\n*/` },
    { name: 'harbour/index.php', content: '<?php\n' },
  ])
