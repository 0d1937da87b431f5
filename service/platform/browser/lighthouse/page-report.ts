import { z } from 'zod'
import { recogniseImage } from '../../image-size.ts'
import { maxFindings, maxOpportunities } from './extract-report.ts'

/** Text that a page may have influenced: limited, on one line, storable. */
const text = (maxLength: number) =>
  z.string().transform((given) =>
    given
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
      .trim()
      .slice(0, maxLength),
  )
const percent = z.int().min(0).max(100).nullable()
const hour = 3_600_000
const milliseconds = z
  .number()
  .min(0)
  .transform((given) => Math.min(hour, Math.round(given)))
  .nullable()
const bytes = z
  .number()
  .min(0)
  .transform((given) => Math.min(Number.MAX_SAFE_INTEGER, Math.round(given)))
  .nullable()

export const maxPictureBytes = 100_000
const maxPictureEdge = 1_000

/** Null: there is none, or it is no small JPEG. An audit without a picture is still an audit. */
const picture = z
  .string()
  .nullable()
  .transform((given): Buffer | null => {
    const bytes = Buffer.from(given ?? '', 'base64')
    return bytes.length <= maxPictureBytes && recogniseImage(bytes, maxPictureEdge) === 'image/jpeg' ? bytes : null
  })

/** The result of the audit process, which has loaded a hostile page: everything is checked and limited again. */
export const PageReport = z.object({
  finalUrl: text(2_048),
  lighthouseVersion: text(20),
  scores: z.object({ performance: percent, accessibility: percent, bestPractices: percent, seo: percent }),
  metrics: z.object({
    firstContentfulPaintMs: milliseconds,
    largestContentfulPaintMs: milliseconds,
    totalBlockingTimeMs: milliseconds,
    cumulativeLayoutShift: z
      .number()
      .min(0)
      .transform((given) => Math.min(1_000, Math.round(given * 1_000) / 1_000))
      .nullable(),
    speedIndexMs: milliseconds,
    timeToFirstByteMs: milliseconds,
  }),
  pageBytes: bytes,
  picture,
  opportunities: z
    .array(z.object({ id: text(80), title: text(200), saving: text(200), savingMs: milliseconds, savingBytes: bytes }))
    .max(maxOpportunities),
  findings: z
    .array(z.object({ category: z.enum(['accessibility', 'best-practices', 'seo']), id: text(80), title: text(200) }))
    .max(maxFindings),
})
export type PageReport = z.output<typeof PageReport>

export const PageFailure = z.object({
  finalUrl: text(2_048),
  failure: z.object({ code: text(60), message: text(500) }),
})
export type PageFailure = z.output<typeof PageFailure>

export const ProcessAnswer = z.union([PageFailure, PageReport])
