import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { hasCredentials } from '../../../operation/hide-credentials.ts'
import { operation } from '../../../operation/operation.ts'
import { type Branding, brandingShape, defaultBranding } from '../branding.ts'
import { findBranding, saveBranding } from '../branding-store.ts'
import { ShownSettings, showSettings } from '../shown-settings.ts'

const keys = Object.keys(brandingShape) as (keyof Branding)[]
// The settings are stored and shown as they are.
const isWithoutCredentials = (value: unknown) => typeof value !== 'string' || !hasCredentials(value)
const written = Object.fromEntries(
  keys.map((key) => [
    key,
    z
      .union([brandingShape[key], z.null()])
      .refine(isWithoutCredentials, 'must not contain a user name or password')
      .describe(brandingShape[key].description ?? key)
      .optional(),
  ]),
)
const brief = (value: unknown) => (typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value)

export const updateReportSettings = operation({
  name: 'update-report-settings',
  summary: 'Change how reports look and what they say: what is not sent stays, null puts the default back.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'reports',
  input: z.strictObject(written),
  output: ShownSettings,
  subject: (input) => Object.keys(input).join(', '),
})
  .plans(async (input, { db }) => {
    const before = await findBranding(db)
    const after = (key: keyof Branding) => input[key] ?? defaultBranding[key]
    const changed = keys.filter((key) => input[key] !== undefined && !isDeepStrictEqual(before[key], after(key)))
    return {
      would_affect: changed.map((key) => ({ setting: key, from: brief(before[key]), to: brief(after(key)) })),
    }
  })
  .does(async (input, { db, clock }) => {
    await saveBranding(db, input, clock.now())
    return showSettings(db)
  })
