import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { compareImages } from './compare-images.ts'

type Color = readonly [number, number, number]
const white: Color = [255, 255, 255]
const red: Color = [200, 0, 0]

/** A picture of 64 × `height` pixels; `paint` colours single pixels. */
function picture(height: number, paint: (x: number, y: number) => Color): Uint8Array {
  const png = new PNG({ width: 64, height })
  for (let y = 0; y < height; y++) for (let x = 0; x < 64; x++) png.data.set([...paint(x, y), 255], (y * 64 + x) * 4)
  return PNG.sync.write(png)
}
const plain = picture(64, () => white)
const half = picture(64, (_x, y) => (y < 32 ? red : white))

describe('comparing pictures', () => {
  it('returns the share of pixels that differ', () => {
    expect(compareImages(plain, plain, plain)).toEqual({ share: 0, ignored: 0 })
    expect(compareImages(plain, plain, half)).toEqual({ share: 0.5, ignored: 0 })
  })

  it('does not compare what changed by itself before', () => {
    const slide = picture(64, (x, y) => (y < 16 && x % 2 === 0 ? red : white))
    expect(compareImages(plain, slide, plain)).toEqual({ share: 0, ignored: 0.25 })
    expect(compareImages(plain, slide, half).share).toBeCloseTo(1 / 3, 2)
  })

  it('counts what a longer or shorter page has more or less', () => {
    const long = picture(128, () => white)
    expect(compareImages(plain, plain, long).share).toBeCloseTo(0.5, 2)
    expect(compareImages(long, long, plain).share).toBeCloseTo(0.5, 2)
  })
})
