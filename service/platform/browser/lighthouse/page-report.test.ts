import { expect, it } from 'vitest'
import { ProcessAnswer } from './page-report.ts'

const report = {
  finalUrl: 'https://site.test/',
  lighthouseVersion: '13.0.0',
  scores: { performance: 90, accessibility: null, bestPractices: 100, seo: 0 },
  metrics: {
    firstContentfulPaintMs: 1234.56,
    largestContentfulPaintMs: null,
    totalBlockingTimeMs: 0,
    cumulativeLayoutShift: 0.12345,
    speedIndexMs: 1e300,
    timeToFirstByteMs: 10,
  },
  pageBytes: 1000,
  picture: null,
  opportunities: [{ id: 'x', title: 'Do it', saving: '', savingMs: 10, savingBytes: null }],
  findings: [],
}

it('rounds and limits numbers', () => {
  expect(ProcessAnswer.parse(report)).toMatchObject({
    metrics: { firstContentfulPaintMs: 1235, cumulativeLayoutShift: 0.123, speedIndexMs: 3_600_000 },
  })
})

it('makes texts storable and short', () => {
  const finalUrl = `https://site.test/\u0000\u202e\ud800\n${'x'.repeat(5_000)}`
  const read = ProcessAnswer.parse({ ...report, finalUrl })
  expect(read.finalUrl).toMatch(/^https:\/\/site\.test\/ x+$/)
  expect(read.finalUrl).toHaveLength(2_048)
})

it('keeps a small JPEG as the picture, and nothing else', () => {
  const pictureFrom = (bytes: Buffer) => ProcessAnswer.parse({ ...report, picture: bytes.toString('base64') })
  // Start of a JPEG with one frame of this size.
  const jpeg = (width: number, height: number, length = 64) => {
    const frame = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
    return Buffer.concat([Buffer.from(frame), Buffer.from([0xff, 0xda]), Buffer.alloc(length)])
  }
  expect(pictureFrom(jpeg(500, 313))).toMatchObject({ picture: jpeg(500, 313) })
  expect(pictureFrom(jpeg(5_000, 313))).toMatchObject({ picture: null })
  expect(pictureFrom(jpeg(500, 313, 100_001))).toMatchObject({ picture: null })
  expect(pictureFrom(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ picture: null })
})

it.each([
  ['a score that is none', { scores: { ...report.scores, seo: 101 } }],
  ['no metrics', { metrics: undefined }],
  ['a flood of entries', { opportunities: Array(11).fill(report.opportunities[0]) }],
  ['a number that is none', { pageBytes: '12' }],
])('refuses %s', (_name, wrong) => {
  expect(ProcessAnswer.safeParse({ ...report, ...wrong }).success).toBe(false)
})
