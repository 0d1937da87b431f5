import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeTar } from '../testing/tar.ts'
import { readKeyArchive } from './key-archive.ts'

async function* inPieces(bytes: Uint8Array, size = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size))
}
const read = (bytes: Uint8Array, size?: number) => readKeyArchive(inPieces(bytes, size))

type Files = Record<string, string>
const zipped = (files: Files) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])))

const tarred = (files: Files) => writeTar(files, { 'pk/link': '/etc/passwd' })

const name = 'a1'.repeat(32)
const files: Files = {
  [`wp-content/uploads/mainwp/pk/${name}`]: 'one-two-three',
  'pk/mainwp_priv_encrypt_keys_7': 'x'.repeat(3_000),
  'pk/index.php': '<?php',
  'pk/.htaccess': 'deny',
  '../../evil.sh': 'rm',
  'pk/huge': 'h'.repeat(20_000),
  'pk/empty': '',
}
const expected = new Map([
  [name, Buffer.from('one-two-three')],
  ['mainwp_priv_encrypt_keys_7', Buffer.from('x'.repeat(3_000))],
])

describe('readKeyArchive', () => {
  it.each([
    ['zip', async () => zipped(files)],
    ['tar', async () => tarred(files)],
    ['tar.gz', async () => gzipSync(tarred(files))],
  ])('reads the key files of a %s archive and ignores everything else', async (_, make) => {
    const bytes = await make()
    for (const size of [1, 513, 100_000]) expect(await read(bytes, size)).toEqual(expected)
  })

  it.each([
    ['a zip archive that was cut', async () => zipped(files).subarray(0, 300)],
    ['a tar archive that was cut', async () => tarred(files).subarray(0, 2_000)],
    ['a tar.gz archive that was cut', async () => gzipSync(tarred(files)).subarray(0, 300)],
    ['a damaged gzip', async () => Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.alloc(500, 7)])],
    ['a text', async () => Buffer.from('no archive '.repeat(100))],
    [
      'a zip archive with a damaged list of files',
      async () => zipped(files).map((byte, at, { length }) => (at > length - 60 ? byte ^ 255 : byte)),
    ],
  ])('refuses %s', async (_, make) => {
    await expect(read(await make())).rejects.toMatchObject({ code: 'svc_dump_refused' })
  })

  it('does not unpack the same content for more files than there are keys', { timeout: 120_000 }, async () => {
    const one = Buffer.from(zipped({ 'pk/0000000': '\0'.repeat(16_000) }))
    const list = one.readUInt32LE(one.length - 6)
    const entry = one.subarray(list, one.length - 22)
    const end = Buffer.from(one.subarray(one.length - 22))
    const entries = Array.from({ length: 20_000 }, (_, index) => {
      const copy = Buffer.from(entry)
      copy.write(String(index).padStart(7, '0'), 46 + 'pk/'.length)
      return copy
    })
    end.writeUInt16LE(entries.length, 8)
    end.writeUInt16LE(entries.length, 10)
    end.writeUInt32LE(entries.length * entry.length, 12)
    const bomb = Buffer.concat([one.subarray(0, list), ...entries, end])
    await expect(read(bomb, 1_000_000)).rejects.toMatchObject({
      code: 'svc_dump_refused',
      message: expect.stringContaining('too large'),
    })
  })

  it('does not expand a bomb', { timeout: 120_000 }, async () => {
    expect(await read(zipped({ 'pk/bomb': '\0'.repeat(5_000_000) }))).toEqual(new Map())
    // Many members are one file; compressing 210 MB at once takes long.
    const member = gzipSync(Buffer.alloc(10_000_000, 'x'))
    const huge = Buffer.concat([gzipSync(writeTar({}).subarray(0, 512)), ...Array<Buffer>(21).fill(member)])
    await expect(read(huge)).rejects.toMatchObject({ code: 'svc_dump_refused' })
  })
})
