import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createDeflate, gzipSync } from 'node:zlib'
import { type Exchange, pour, send } from '../http/exchange.ts'
import type { FaultType } from './fault-type.ts'

const megabyte = 1_048_576
const blank = Buffer.alloc(megabyte, ' ')

/** Gzip allows several members, so one small member repeated makes a bomb of any size. */
const gzipMember = Buffer.alloc(16 * megabyte, ' ')
let packedMember: Buffer | null = null

async function pack(compressor: Transform, bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  compressor.on('data', (piece: Buffer) => pieces.push(piece))
  const finished = new Promise<void>((resolve) => compressor.on('end', resolve))
  for (let written = 0; written < bytes; written += megabyte) {
    if (!compressor.write(blank)) await new Promise((resolve) => compressor.once('drain', resolve))
  }
  compressor.end()
  await finished
  return Buffer.concat(pieces)
}

const packed = new Map<string, Promise<Buffer>>()

function bomb(encoding: string, compressor: () => Transform): FaultType {
  return {
    summary: `A small ${encoding} body that unpacks to very much (bytes, 100 MB unless given).`,
    instead(exchange, { bytes = 100 * megabyte }) {
      const key = `${encoding} ${bytes}`
      const made = packed.get(key) ?? pack(compressor(), bytes)
      packed.set(key, made)
      void made.then((body) => send(exchange, 200, { 'Content-Encoding': encoding }, body))
    },
  }
}

/** Items whose text has a length divisible by three, so that pieces of base64 can be concatenated. */
function* manyPlugins(count: number): Generator<string> {
  const open = '{"version":"6.1","wpversion":"6.9","siteurl":"http:\\/\\/site.example","plugins":['
  yield inThrees(open)
  const perPiece = 1000
  for (let first = 0; first < count; first += perPiece) {
    let piece = ''
    for (let number = first; number < Math.min(count, first + perPiece); number++) {
      piece += `${number > 0 ? ',' : ''}{"mainwp":"F","name":"P${number}","slug":"p${number}\\/p.php","description":"","version":"1.0","active":1}`
    }
    yield inThrees(piece)
  }
  yield inThrees('],"plugin_updates":[],"theme_updates":[],"themes":[]}')
}

const inThrees = (text: string) => Buffer.from(text.padEnd(Math.ceil(text.length / 3) * 3)).toString('base64')

function pourText({ response }: Exchange, pieces: Iterator<string>, last: string): void {
  const more = () => {
    while (!response.destroyed) {
      const { value, done } = pieces.next()
      if (done) {
        response.end(last)
        return
      }
      if (!response.write(value)) {
        response.once('drain', more)
        return
      }
    }
  }
  more()
}

/** Answers that are small on the wire and large when decoded. */
export const bombs = {
  'gzip-bomb': {
    summary: 'A gzip body that unpacks to very much (bytes, 1 GB unless given).',
    instead(exchange, { bytes = 1_000_000_000 }) {
      packedMember ??= gzipSync(gzipMember, { level: 9 })
      const members = Math.max(1, Math.ceil(bytes / gzipMember.length))
      exchange.response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Encoding': 'gzip' })
      pour(exchange, packedMember, members * packedMember.length)
    },
  },
  'gzip-twice': {
    summary: 'A gzip body inside a gzip body.',
    instead(exchange) {
      packedMember ??= gzipSync(gzipMember, { level: 9 })
      const packed = packedMember
      const body = gzipSync(Buffer.concat(Array.from({ length: 64 }, () => packed)))
      send(exchange, 200, { 'Content-Encoding': 'gzip, gzip' }, body)
    },
  },
  'br-bomb': bomb('br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
  'deflate-bomb': bomb('deflate', () => createDeflate({ level: 6 })),
  'million-plugins': {
    summary: 'A sync with a million plugins (count).',
    instead(exchange, { count = 1_000_000 }) {
      exchange.response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' })
      exchange.response.write('<mainwp>')
      pourText(exchange, manyPlugins(count), '</mainwp>')
    },
  },
  'huge-reply': {
    summary: 'A proper marker around very much text (bytes, 100 MB unless given).',
    instead(exchange, { bytes = 100 * megabyte }) {
      const piece = inThrees('x'.repeat(48 * 1024))
      const pieces = function* () {
        yield inThrees('{"version":"6.1","noise":"')
        for (let sent = 0; sent < bytes; sent += piece.length) yield piece
        yield inThrees('"}')
      }
      exchange.response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' })
      exchange.response.write('<mainwp>')
      pourText(exchange, pieces(), '</mainwp>')
    },
  },
} as const satisfies Record<string, FaultType>
