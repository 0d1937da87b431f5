import { crc32, deflateSync } from 'node:zlib'
import { cyclic } from '../cyclic.ts'

const edge = 48
const backgrounds = ['0b6461', '9a3b26', '2f4a8a', '6d4c9f', '3d6b2f', 'a3671c', '87365f', '34495e']

type Shape = (x: number, y: number) => boolean
/** White shapes, relative to the middle of the icon. */
const shapes: readonly Shape[] = [
  (x, y) => Math.hypot(x, y) < 13,
  (x, y) => Math.hypot(x, y) < 15 && Math.hypot(x, y) > 8,
  (x, y) => Math.abs(x) + Math.abs(y) < 16,
  (x, y) => Math.abs(x) < 13 && Math.abs(((y + 36) % 9) - 4.5) < 2.5 && Math.abs(y) < 13,
  (x, y) => y < 12 && y > Math.abs(x) * 1.7 - 14,
]

/** A small PNG, different for each site. */
export function siteIcon(index: number): Buffer {
  const color = Buffer.from(cyclic(backgrounds, index), 'hex')
  const isSign = cyclic(shapes, index)
  const lines = Buffer.alloc(edge * (1 + edge * 3), 255)
  for (let y = 0; y < edge; y++) {
    const line = y * (1 + edge * 3)
    lines[line] = 0
    for (let x = 0; x < edge; x++) {
      if (!isSign(x - edge / 2 + 0.5, y - edge / 2 + 0.5)) lines.set(color, line + 1 + x * 3)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(content.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
