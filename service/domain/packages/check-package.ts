import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { ServiceError } from '../../operation/errors.ts'
import { packageRefused } from './package-errors.ts'
import { headerBytes, mayHaveHeaders, type PackageFacts, readPackageHeaders } from './package-headers.ts'
import type { StoredZip } from './stored-zip.ts'

const maxEntries = 20_000
const maxUnpackedBytes = 400 * 1024 * 1024
/** Text compresses to a tenth; more than this is made to fill a disk. Small files may be all blanks. */
const maxRatio = 100
const smallBytes = 10 * 1024 * 1024
const maxPathLength = 400

const endRecordBytes = 22
const localHeaderBytes = 30
const localHeaderStart = 0x04034b50
/** Sizes of the data descriptor that may follow the bytes of an entry. */
const descriptorBytes = [0, 12, 16, 20, 24]
const noFlagsOf = { encrypted: 0x1, strongEncryption: 0x40, masked: 0x2000 }
const fileTypes = { mask: 0xf000, file: 0x8000, folder: 0x4000 }
// A comment may be a commit; anything else could make the file valid as another type.
const plainComment = /^[\w .,:()-]{0,100}$/
const folderName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Lets yauzl read the stored parts. */
class PartsReader extends RandomAccessReader {
  readonly #zip: StoredZip

  constructor(zip: StoredZip) {
    super()
    this.#zip = zip
  }

  override _readStreamForRange(start: number, end: number) {
    return this.#zip.stream(start, end)
  }
}

/**
 * Checks an uploaded zip file as hostile: every entry is unpacked and counted, nothing is written. The list of files must be the
 * only way to read the file: entries follow each other without gaps, and both lists of names are equal. Otherwise the program
 * on the site could unpack other files than those that were checked.
 */
export async function checkPackage(zip: StoredZip): Promise<PackageFacts> {
  try {
    const file = await open(zip)
    try {
      return await checkEntries(zip, file, await listEntries(file))
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw packageRefused('it is damaged, was cut, or is not a zip file.')
  }
}

function open(zip: StoredZip): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>()
  const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }
  fromRandomAccessReader(new PartsReader(zip), zip.size, options, (error, file) =>
    file ? resolve(file) : reject(error),
  )
  return promise
}

function listEntries(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > maxEntries) throw packageRefused(`it has more than ${maxEntries.toLocaleString('en')} files.`)
  if (!plainComment.test(String(file.comment ?? ''))) throw packageRefused('its comment contains more than plain text.')
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>()
  const entries: Entry[] = []
  file.on('error', reject)
  file.on('end', () => resolve(entries))
  file.on('entry', (entry: Entry) => {
    entries.push(entry)
    if (entries.length > maxEntries) return reject(packageRefused('it has too many files.'))
    file.readEntry()
  })
  file.readEntry()
  return promise
}

async function checkEntries(zip: StoredZip, file: ZipFile, entries: readonly Entry[]): Promise<PackageFacts> {
  const folder = folderOf(entries)
  const names = new Set<string>()
  for (const entry of entries) checkEntry(entry, names)
  checkSizes(entries, zip.size)
  const headers = new Map<string, string>()
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    end = await checkPlace(zip, entry, end)
    const keeps = mayHaveHeaders(entry.fileName, folder) ? headerBytes : 0
    const begin = await unpack(file, entry, keeps)
    if (keeps > 0) headers.set(entry.fileName, begin.toString('utf8'))
  }
  await checkDirectory(zip, String(file.comment ?? '').length, end)
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/')).length
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  return { ...readPackageHeaders(folder, headers), files, unpackedBytes }
}

/** Everything is in one folder; what macOS adds beside it is not installed by WordPress. */
function folderOf(entries: readonly Entry[]): string {
  const folders = new Set(entries.map(({ fileName }) => fileName.split('/')[0] ?? ''))
  folders.delete('__MACOSX')
  const [folder = '', other] = folders
  const hasFile = entries.some(({ fileName }) => !fileName.includes('/'))
  if (folder === '' || other !== undefined || hasFile)
    throw packageRefused('it must contain exactly one folder with the plugin or theme in it.')
  if (!folderName.test(folder))
    throw packageRefused('the name of its folder may only have letters, digits, dots, hyphens and underscores.')
  return folder
}

function checkEntry(entry: Entry, names: Set<string>): void {
  const { fileName, generalPurposeBitFlag: flags, compressionMethod, externalFileAttributes } = entry
  const shown = JSON.stringify(fileName.slice(0, 100))
  // yauzl refuses absolute paths, backslashes and `..`.
  const parts = fileName.replace(/\/$/, '').split('/')
  if (fileName.length > maxPathLength || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw packageRefused(`it has the unusable path ${shown}.`)
  if (/\p{Cc}|\p{Cf}|\p{Cs}/u.test(fileName)) throw packageRefused('it has a path with invisible characters.')
  const key = parts.join('/').toLowerCase()
  if (names.has(key)) throw packageRefused(`it has ${shown} twice.`)
  names.add(key)
  if ((flags & (noFlagsOf.encrypted | noFlagsOf.strongEncryption | noFlagsOf.masked)) !== 0)
    throw packageRefused('it is encrypted.')
  if (compressionMethod !== 0 && compressionMethod !== 8)
    throw packageRefused('it uses a compression that WordPress cannot unpack. Pack it with deflate.')
  const type = (externalFileAttributes >>> 16) & fileTypes.mask
  if (type !== 0 && type !== fileTypes.file && type !== fileTypes.folder)
    throw packageRefused(`${shown} is a link or a special file.`)
  if (fileName.endsWith('/') && entry.uncompressedSize > 0) throw packageRefused(`the folder ${shown} has content.`)
}

function checkSizes(entries: readonly Entry[], zipBytes: number): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > maxUnpackedBytes) throw packageRefused('it unpacks to more than 400 MB.')
  if (total > smallBytes && total > zipBytes * maxRatio)
    throw packageRefused(`it unpacks to more than ${maxRatio} times its size.`)
}

/** An entry begins where the one before ends, with the same name in its own header. Returns where its bytes end. */
async function checkPlace(zip: StoredZip, entry: Entry, expected: number): Promise<number> {
  const start = entry.relativeOffsetOfLocalHeader
  const isFirst = expected === 0
  const gap = start - expected
  if (isFirst ? gap !== 0 : !descriptorBytes.includes(gap))
    throw packageRefused('its entries overlap, or it has data beside them.')
  const header = await zip.read(start, localHeaderBytes)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderStart)
    throw packageRefused('it is damaged: an entry has no header.')
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)]
  const name = await zip.read(start + localHeaderBytes, nameBytes)
  if (!name.equals(Buffer.from(entry.fileName))) throw packageRefused('it names its files in two different ways.')
  return start + localHeaderBytes + nameBytes + extraBytes + entry.compressedSize
}

/** The list of files begins after the last entry and is followed by the end record only. */
async function checkDirectory(zip: StoredZip, commentBytes: number, entriesEnd: number): Promise<void> {
  const recordStart = zip.size - endRecordBytes - commentBytes
  const record = await zip.read(recordStart, endRecordBytes)
  const [size, start] = [record.readUInt32LE(12), record.readUInt32LE(16)]
  if (!descriptorBytes.includes(start - entriesEnd) || start + size !== recordStart)
    throw packageRefused('it has data beside its entries.')
}

/** Unpacks an entry and returns its first bytes; yauzl ends it when it is longer or shorter than stated. */
function unpack(file: ZipFile, entry: Entry, keeps: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  if (entry.fileName.endsWith('/')) return Promise.resolve(Buffer.alloc(0))
  file.openReadStream(entry, (error, stream) => {
    if (error) return reject(error)
    const kept: Buffer[] = []
    let [length, keptBytes] = [0, 0]
    stream.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > entry.uncompressedSize) return void stream.destroy(new Error('longer than stated'))
      if (keptBytes >= keeps) return
      const part = piece.subarray(0, keeps - keptBytes)
      kept.push(part)
      keptBytes += part.length
    })
    stream.on('error', reject)
    stream.on('end', () => resolve(Buffer.concat(kept)))
  })
  return promise
}
