import { describe, expect, it } from 'vitest'
import { siteIcon } from '../../../../simulator/http/site-icon.ts'
import { maxIconBytes, recogniseIcon } from './fetch-icon.ts'

const png = siteIcon(3)
const filled = (start: (number | string)[], length = 40) => {
  const parts = start.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part])))
  return Buffer.concat([...parts, Buffer.alloc(length)])
}
const pngOf = (width: number, height: number) => {
  const made = Buffer.from(png)
  made.writeUInt32BE(width, 16)
  made.writeUInt32BE(height, 20)
  return made
}
/** A GIF with a screen and frames of these sizes. */
const gifOf = (screen: number, ...frames: number[]) => {
  const sizes = (...edges: number[]) => edges.flatMap((edge) => [edge & 0xff, edge >> 8])
  const comment = [0x21, 0xfe, 3, 'abc', 0]
  const frame = (edge: number) => [0x2c, ...sizes(0, 0, edge, edge), 0, 2, 2, 0x44, 1, 0]
  return filled([
    'GIF89a',
    ...sizes(screen, screen),
    0x80,
    0,
    0,
    ...Array(6).fill(0),
    ...comment,
    ...frames.flatMap(frame),
  ])
}
const gif = gifOf(16, 16)
const jpeg = filled([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 32, 0, 48])
/** A GIF with these bytes before the frame; this reader and a decoder must agree on what follows. */
const jpegWith = (...before: number[]) => Buffer.concat([jpeg.subarray(0, 2), Buffer.from(before), jpeg.subarray(2)])
const webp = (kind: string, ...rest: number[]) => filled(['RIFF', 0, 0, 0, 0, 'WEBP', kind, 0, 0, 0, 0, ...rest])
function ico(picture: Buffer, { count = 1, at = 22 } = {}) {
  const folder = Buffer.alloc(22)
  folder.set([0, 0, 1, 0, count, 0, 16, 16])
  folder.writeUInt32LE(picture.length, 14)
  folder.writeUInt32LE(at, 18)
  return Buffer.concat([folder, picture])
}
const bitmap = (width: number, height: number) => {
  const made = Buffer.alloc(60)
  made.writeUInt32LE(40, 0)
  made.writeInt32LE(width, 4)
  made.writeInt32LE(height * 2, 8)
  return made
}

describe('an icon is recognised by its bytes', () => {
  it.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/jpeg', jpeg],
    ['image/webp', webp('VP8X', 0, 0, 0, 0, 47, 0, 0, 47, 0, 0)],
    ['image/webp', webp('VP8L', 0x2f, 47, 0xc0, 0x0b, 0)],
    ['image/webp', webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 48, 0, 48, 0)],
    ['image/x-icon', ico(bitmap(16, 16))],
    ['image/x-icon', ico(png)],
  ])('%s', (type, bytes) => {
    expect(recogniseIcon(bytes)).toBe(type)
  })
})

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>')],
  ['a page behind the beginning of a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(100)],
  ['a PNG that unfolds to 900 megapixels', pngOf(30_000, 30_000)],
  ['a PNG without a size', pngOf(0, 0)],
  ['a JPEG that is too wide', Buffer.concat([jpeg.subarray(0, 15), Buffer.from([0xff, 0xff]), Buffer.alloc(20)])],
  ['a GIF whose frame is larger than its screen', gifOf(16, 20_000)],
  ['a GIF whose second frame is larger than its screen', gifOf(16, 16, 20_000)],
  ['a GIF without a frame', gifOf(16)],
  ['a JPEG with a fill byte, which decoders skip', jpegWith(0xff)],
  ['a JPEG with a marker without a length, which decoders skip', jpegWith(0xff, 0x01)],
  ['a JPEG that starts again', jpegWith(0xff, 0xd0)],
  ['a JPEG without a frame', filled([0xff, 0xd8, 0xff, 0xe0, 0, 4])],
  ['a WebP of an unknown kind', webp('XXXX')],
  ['a WebP that is too large', webp('VP8X', 0, 0, 0, 0, 255, 255, 255, 255, 255, 255)],
  ['an ICO whose picture is outside the file', ico(png, { at: 60_000 })],
  ['an ICO that hides a huge PNG', ico(pngOf(30_000, 16))],
  ['an ICO that hides a page', ico(Buffer.from('<html><script>alert(1)</script></html>'))],
  ['an ICO with more pictures than bytes', ico(png, { count: 255 })],
  ['a picture above the maximum size', Buffer.concat([png, Buffer.alloc(maxIconBytes)])],
])('%s is not an icon', (_, bytes) => {
  expect(recogniseIcon(bytes)).toBeUndefined()
})

it('does not throw for truncated bytes', () => {
  for (const bytes of [png, gif, jpeg, ico(png), ico(bitmap(16, 16)), webp('VP8L')]) {
    for (let length = 0; length < Math.min(bytes.length, 120); length++) recogniseIcon(bytes.subarray(0, length))
  }
})
