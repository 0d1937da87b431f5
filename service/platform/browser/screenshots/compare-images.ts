import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

export interface ImageDifference {
  /** Of the pixels that were compared, 0 to 1. */
  share: number
  /** Of the whole page: what changed by itself between two visits is not compared. */
  ignored: number
}

interface Pixels {
  width: number
  height: number
  /** Four bytes each. */
  data: Uint8Array
}

/** Blocks of this size are ignored as a whole, because a slide show changes different pixels each time. */
const blockSize = 16
const threshold = 0.1

/** The share of pixels that differ after an update. A page that became longer or shorter differs in what was added or is missing. */
export function compareImages(before: Uint8Array, beforeAgain: Uint8Array, after: Uint8Array): ImageDifference {
  const images = [before, beforeAgain, after].map(readPixels)
  const width = Math.max(...images.map((image) => image.width))
  const height = Math.max(...images.map((image) => image.height))
  // One for each of the three pictures.
  const [first, second, last] = images.map((image) => extend(image, width, height)) as [Buffer, Buffer, Buffer]
  const ignored = Buffer.compare(first, second) === 0 ? new Set<number>() : changedBlocks(first, second, width, height)
  const columns = Math.ceil(width / blockSize)
  let ignoredPixels = 0
  for (const block of ignored) {
    const [left, top] = [(block % columns) * blockSize, Math.floor(block / columns) * blockSize]
    const right = Math.min(width, left + blockSize)
    for (let y = top; y < Math.min(height, top + blockSize); y++) {
      const from = (y * width + left) * 4
      first.copy(last, from, from, (y * width + right) * 4)
      ignoredPixels += right - left
    }
  }
  const compared = width * height - ignoredPixels
  const different = compared === 0 ? 0 : pixelmatch(first, last, undefined, width, height, { threshold })
  return { share: compared === 0 ? 0 : different / compared, ignored: ignoredPixels / (width * height) }
}

const readPixels = (png: Uint8Array): Pixels => PNG.sync.read(Buffer.from(png))

/** On a common size; the rest is transparent black, which differs from every page. */
function extend({ width, height, data }: Pixels, wide: number, high: number): Buffer {
  const extended = Buffer.alloc(wide * high * 4)
  for (let y = 0; y < height; y++) extended.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * wide * 4)
  return extended
}

function changedBlocks(first: Buffer, second: Buffer, width: number, height: number): Set<number> {
  const mask = Buffer.alloc(first.length)
  pixelmatch(first, second, mask, width, height, { threshold, diffMask: true, includeAA: true })
  const columns = Math.ceil(width / blockSize)
  const blocks = new Set<number>()
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (mask[pixel * 4 + 3] === 0) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    blocks.add(Math.floor(y / blockSize) * columns + Math.floor(x / blockSize))
  }
  return blocks
}
