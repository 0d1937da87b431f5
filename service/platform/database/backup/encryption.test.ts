import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { decrypt, encrypt, isEncrypted, readBackupKeys } from './encryption.ts'

const keys = readBackupKeys('the key of the backups that is long enough')!
const content = randomBytes(200_000)
const record = 64 * 1024 + 16

async function* chunksOf(bytes: Buffer, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const encrypted = (bytes = content) => collect(encrypt(chunksOf(bytes), keys))
const decrypted = (bytes: Buffer, size?: number) => collect(decrypt(chunksOf(bytes, size), keys))
/** The first line, and the records. */
function split(file: Buffer): [Buffer, Buffer[]] {
  const start = file.indexOf(10) + 1
  const records: Buffer[] = []
  for (let at = start; at < file.length; at += record) records.push(file.subarray(at, at + record))
  return [file.subarray(0, start), records]
}

it.each([0, 1, 64 * 1024, 64 * 1024 + 1, 200_000])('decrypts what was encrypted: %i bytes', async (length) => {
  const file = await encrypted(content.subarray(0, length))
  expect(isEncrypted(file)).toBe(true)
  for (const size of [7_001, 10_000_000]) expect(await decrypted(file, size)).toEqual(content.subarray(0, length))
})

it.each<[string, (line: Buffer, records: Buffer[], other: Buffer[]) => Buffer[]]>([
  ['without its last record', (line, records) => [line, ...records.slice(0, -1)]],
  ['without any record', (line) => [line]],
  ['without its first record', (line, records) => [line, ...records.slice(1)]],
  ['with two records swapped', (line, [one, two, ...rest]) => [line, two!, one!, ...rest]],
  ['with a record twice', (line, records) => [line, records[0]!, ...records]],
  ['with bytes behind its end', (line, records) => [line, ...records, Buffer.from('x')]],
  ['with the last record twice', (line, records) => [line, ...records, records.at(-1)!]],
  ['with a record of another backup', (line, [, ...rest], other) => [line, other[0]!, ...rest]],
  ['with the first line of another time', (line, records) => [alterSalt(line), ...records]],
])('refuses a file %s', async (_what, change) => {
  const [line, records] = split(await encrypted())
  const [, other] = split(await encrypted())
  await expect(decrypted(Buffer.concat(change(line, records, other)))).rejects.toThrow(/is damaged, was altered/)
})

function alterSalt(line: Buffer): Buffer {
  const altered = Buffer.from(line)
  altered[line.length - 5] = altered[line.length - 5] === 65 ? 66 : 65
  return altered
}

it.each(['', 'FLOTILLA-ENCRYPTED-BACKUP 2 00000000 x\n', `FLOTILLA-ENCRYPTED-BACKUP 1 ${'0'.repeat(10_000)}`])(
  'refuses a first line like %s',
  async (text) => {
    await expect(decrypted(Buffer.from(text))).rejects.toThrow(/is no backup of Flotilla/)
  },
)

it('refuses a short key, also beside a long one, and has none without a setting', () => {
  const long = 'the key of the backups that is long enough'
  for (const text of ['short', `${long},short`]) expect(() => readBackupKeys(text)).toThrow(/at least 32 characters/)
  for (const text of [undefined, '', ' , ']) expect(readBackupKeys(text)).toBe(null)
})
