import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { hasCredentials } from '../../../operation/hide-credentials.ts'
import { operation } from '../../../operation/operation.ts'
import { typedKeys } from '../../../platform/typed-keys.ts'
import { defaultBranding } from '../branding.ts'
import {
  type ChangeableSettings,
  findChangeableSettings,
  findReportSettings,
  ReportSettings,
  reportSettingsShape,
  storeReportSettings,
} from '../report-settings.ts'

const keys = typedKeys(reportSettingsShape)
const defaults: ChangeableSettings = { ...defaultBranding, vulnerability_feed_url: '' }
// The settings are stored and returned in plain text.
const hasNoCredentials = (value: unknown) => typeof value !== 'string' || !hasCredentials(value)
const inputShape = Object.fromEntries(
  keys.map((key) => [
    key,
    z
      .union([reportSettingsShape[key], z.null()])
      .refine(hasNoCredentials, 'must not contain a user name or password')
      .describe(reportSettingsShape[key].description ?? key)
      .optional(),
  ]),
)
const shorten = (value: unknown) =>
  typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value

export const updateReportSettings = operation({
  name: 'update-report-settings',
  summary:
    'Change the branding, texts and sections of reports, and the vulnerability feed. Values that are not sent do not change; null resets to the default.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'reports',
  input: z.strictObject(inputShape),
  output: ReportSettings,
  readOnly: ['vulnerability_sources'],
  subject: (input) => Object.keys(input).join(', '),
})
  .plans(async (input, { db }) => {
    const before = await findChangeableSettings(db)
    const after = (key: keyof ChangeableSettings) => input[key] ?? defaults[key]
    const changed = keys.filter((key) => input[key] !== undefined && !isDeepStrictEqual(before[key], after(key)))
    return {
      would_affect: changed.map((key) => ({ setting: key, from: shorten(before[key]), to: shorten(after(key)) })),
    }
  })
  .does(async (input, { db, clock }) => {
    await db.transaction().execute((trx) => storeReportSettings(trx, input, clock.now()))
    return findReportSettings(db)
  })
