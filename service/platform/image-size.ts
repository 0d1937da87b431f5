/** Raster images only. SVG is a document that can contain scripts and links. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon'

/**
 * The type of an image by its bytes; undefined for anything else, and if an edge is longer than `maxEdge`.
 * A few bytes can expand to gigabytes of pixels in a browser, so all sizes inside must be small, as
 * the decoder of a browser reads them, not only the first.
 */
export function recogniseImage(bytes: Buffer, maxEdge: number): ImageType | undefined {
  if (bytes.length < 24) return undefined
  const isSmall = ([width, height]: Size) => width > 0 && height > 0 && width <= maxEdge && height <= maxEdge
  for (const [type, sizesOf] of kinds) {
    const sizes = sizesOf(bytes)
    if (sizes) return sizes.length > 0 && sizes.every(isSmall) ? type : undefined
  }
  return undefined
}

type Size = readonly [width: number, height: number]

/** The sizes of all images inside; undefined for another type, empty if broken. */
const kinds: readonly [ImageType, (bytes: Buffer) => Size[] | undefined][] = [
  ['image/png', pngSizes],
  ['image/gif', gifSizes],
  ['image/jpeg', jpegSizes],
  ['image/webp', webpSizes],
  ['image/x-icon', icoSizes],
]

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

function pngSizes(bytes: Buffer): Size[] | undefined {
  if (!bytes.subarray(0, 8).equals(pngStart)) return undefined
  return bytes.length >= 24 && startsWith(bytes, 'IHDR', 12) ? [[bytes.readUInt32BE(16), bytes.readUInt32BE(20)]] : []
}

/** The screen and every frame: a browser makes the screen as large as the first frame, regardless of the header. */
function gifSizes(bytes: Buffer): Size[] | undefined {
  if (!startsWith(bytes, 'GIF87a') && !startsWith(bytes, 'GIF89a')) return undefined
  const screen = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] as const
  const frames: Size[] = []
  for (let at = 13 + colorTableBytes(bytes[10]); at + 10 <= bytes.length; ) {
    if (bytes[at] === 0x21) at = afterSubBlocks(bytes, at + 2)
    else if (bytes[at] === 0x2c) {
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
      frames.push([left + bytes.readUInt16LE(at + 5), top + bytes.readUInt16LE(at + 7)])
      at = afterSubBlocks(bytes, at + 10 + colorTableBytes(bytes[at + 9]) + 1)
    } else break
  }
  return frames.length > 0 ? [screen, ...frames] : []
}

const colorTableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The end of a chain of sub-blocks: each begins with its length, the last has length 0. */
function afterSubBlocks(bytes: Buffer, at: number): number {
  let end = at
  for (let length = bytes[end]; length; length = bytes[end]) end += length + 1
  return end + 1
}

function jpegSizes(bytes: Buffer): Size[] | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined
  // From segment to segment up to the frame with the size.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [[bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]]
    // Fill bytes and markers without a length: decoders skip them, so the rest would be read differently here.
    const hasLength = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd9)
    if (!hasLength) return []
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return []
}

function webpSizes(bytes: Buffer): Size[] | undefined {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return undefined
  if (bytes.length < 30) return []
  if (startsWith(bytes, 'VP8X', 12)) return [[bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]]
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21)
    return [[(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]]
  }
  if (startsWith(bytes, 'VP8 ', 12)) return [[bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]]
  return []
}

/** An ICO contains bitmaps and PNGs; their real sizes may differ from those in its directory. */
function icoSizes(bytes: Buffer): Size[] | undefined {
  if (bytes.readUInt16LE(0) !== 0 || bytes.readUInt16LE(2) !== 1) return undefined
  const count = bytes.readUInt16LE(4)
  if (count === 0 || 6 + count * 16 > bytes.length) return []
  const sizes: Size[] = []
  for (let entry = 0; entry < count; entry++) {
    const [length, at] = [bytes.readUInt32LE(6 + entry * 16 + 8), bytes.readUInt32LE(6 + entry * 16 + 12)]
    if (length < 24 || at + length > bytes.length) return []
    const picture = bytes.subarray(at, at + length)
    const isBitmap = picture.readUInt32LE(0) === 40
    // A bitmap in an icon includes its mask: twice the visible height.
    sizes.push(
      ...(isBitmap ? [[picture.readInt32LE(4), picture.readInt32LE(8) / 2] as const] : (pngSizes(picture) ?? [])),
    )
    if (sizes.length !== entry + 1) return []
  }
  return sizes
}
