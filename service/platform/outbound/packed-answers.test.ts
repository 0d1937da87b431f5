import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { httpServer, type TestServer, testOutbound } from './testing/test-servers.ts'

function call(server: TestServer, options = {}) {
  return testOutbound().request({ url: `http://site.test:${server.port}/`, maxBytes: 1_000_000, ...options })
}

describe('a compressed answer', () => {
  const brotli = (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
  const content = Buffer.from('<mainwp>{"plugins":[]}</mainwp>'.repeat(200))
  const big = Buffer.from(Array.from({ length: 60_000 }, (_, n) => `${n * 7919} `).join(''))
  const packedServer = (encoding: string, body: Buffer) =>
    httpServer((_incoming, outgoing) => outgoing.writeHead(200, { 'content-encoding': encoding }).end(body))

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotli],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (plain: Buffer) => plain],
  ])('with %s is decompressed, short or long', async (encoding, pack) => {
    expect((await call(await packedServer(encoding, pack(content)))).body).toEqual(content)
    const long = pack(big)
    expect(long.length).toBeGreaterThan(65_536)
    expect((await call(await packedServer(encoding, long))).body.equals(big)).toBe(true)
  })

  it('is requested with the supported encodings', async () => {
    const server = await httpServer((incoming, outgoing) => outgoing.end(incoming.headers['accept-encoding']))
    expect((await call(server)).body.toString()).toBe('gzip, br')
  })

  it('may have an empty body for HEAD or 304', async () => {
    const server = await httpServer((incoming, outgoing) =>
      outgoing.writeHead(incoming.method === 'HEAD' ? 200 : 304, { 'content-encoding': 'gzip' }).end(),
    )
    expect((await call(server, { method: 'HEAD' })).body).toHaveLength(0)
    expect((await call(server)).body).toHaveLength(0)
  })

  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const zipped = gzipSync(zeros, { level: 1 })
  it.each([
    ['a short gzip bomb', 'gzip', zipped.subarray(0, 64_000)],
    ['a long gzip bomb', 'gzip', zipped],
    ['a brotli bomb', 'br', brotli(zeros)],
    ['a deflate bomb', 'deflate', deflateSync(zeros)],
  ])('that is %s stops at the limit', async (_what, encoding, bomb) => {
    const server = await packedServer(encoding, bomb)
    await expect(call(server, { maxDecodedBytes: 4_000_000 })).rejects.toMatchObject({ code: 'decoded_too_large' })
  })

  it.each([
    ['short', content],
    ['long', big],
  ])('that is %s and no bomb respects the limit as well', async (_what, plain) => {
    const server = await packedServer('gzip', gzipSync(plain))
    expect((await call(server, { maxDecodedBytes: plain.length })).body).toHaveLength(plain.length)
    const request = call(server, { maxDecodedBytes: plain.length - 1 })
    await expect(request).rejects.toMatchObject({ code: 'decoded_too_large' })
  })

  it.each([
    ['short', 20_000],
    ['long', 100_000],
  ])('a %s bomb below the limit is stopped by its ratio', async (_what, size) => {
    const server = await packedServer('gzip', zipped.subarray(0, size))
    const caps = { maxDecodedBytes: 1_000_000_000 }
    await expect(call(server, caps)).rejects.toMatchObject({ code: 'decoded_too_large' })
  })

  it.each([
    ['cut off', 'gzip', gzipSync(content).subarray(0, -9)],
    ['cut off when long', 'gzip', gzipSync(big).subarray(0, -9)],
    ['not packed at all', 'gzip', content],
    ['not packed at all when long', 'gzip', big],
    ['packed twice', 'gzip, gzip', gzipSync(gzipSync(content))],
    ['in an unknown packing', 'zstd', content],
    ['in a packing named like an object member', 'constructor', content],
    ['in such a packing when long', 'constructor', big],
  ])('that is %s is an error', async (_what, encoding, body) => {
    await expect(call(await packedServer(encoding, body))).rejects.toMatchObject({ code: 'bad_encoding' })
  })

  it('an uncompressed answer respects both limits', async () => {
    const server = await packedServer('identity', content)
    await expect(call(server, { maxDecodedBytes: 1000 })).rejects.toMatchObject({ code: 'decoded_too_large' })
  })
})
