import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

export const policyScopes = ['fleet', 'tag', 'view', 'client', 'site', 'item'] as const
export type PolicyScope = (typeof policyScopes)[number]

const policyActions = ['automatic', 'ask', 'never'] as const
export const PolicyAction = z.enum(policyActions)
export type PolicyAction = z.output<typeof PolicyAction>

/** Security: the installed version has a known vulnerability, which the new version does not have. */
export const releaseLevels = ['patch', 'minor', 'major', 'security'] as const
export const ReleaseLevel = z.enum(releaseLevels)
export type ReleaseLevel = z.output<typeof ReleaseLevel>

/** The same as the types of updates; the feature updates uses this one, so it cannot be imported from there. */
export const itemTypes = ['core', 'plugin', 'theme', 'translation'] as const
export const ItemType = z.enum(itemTypes)
export type ItemType = z.output<typeof ItemType>

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30')
const calendarDay = z.iso.date()

export const UpdateWindow = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1).max(7).describe('0 is Sunday.'),
  from: timeOfDay,
  to: timeOfDay.describe('Earlier than from: on the next day. The same as from: the whole day.'),
})
export type UpdateWindow = z.output<typeof UpdateWindow>

export const Freeze = z
  .strictObject({ from: calendarDay, to: calendarDay.describe('Included.'), note: z.string().max(200).default('') })
  .refine(({ from, to }) => from <= to, { message: 'must not begin after it ends' })
export type Freeze = z.output<typeof Freeze>

/** Gates that read a page over HTTP, and gates that open it in a browser. */
export const pageGateNames = ['status', 'error_text', 'blank', 'key_text', 'size', 'time', 'notices'] as const
export const browserGateNames = ['console', 'screenshot'] as const
/** Further pages, each judged by the gates of a page. The mode is the strictest that a failure of the page may have. */
export const pageKinds = ['rest', 'login', 'phone', 'newest', 'feed', 'shop', 'assets', 'admin_screen'] as const
/** What is not a page: the connector and the updated item itself. */
export const siteGateNames = ['connector', 'item'] as const
export const gateNames = [...pageGateNames, ...browserGateNames, ...pageKinds, ...siteGateNames] as const
/** Those of 0.2.0: a caller who switches all of them off wants no checks. */
export const firstGateNames = [
  'status',
  'error_text',
  'blank',
  'key_text',
  'size',
  'time',
  ...browserGateNames,
] as const
export type PageGateName = (typeof pageGateNames)[number]
export type PageKind = (typeof pageKinds)[number]
export type GateName = (typeof gateNames)[number]
export const GateMode = z.enum(['off', 'warn', 'block'])
export type GateMode = z.output<typeof GateMode>
const Gates = z.partialRecord(z.enum(gateNames), GateMode)

export const BrowserSites = z.enum(['sample', 'all'])
export type BrowserSites = z.output<typeof BrowserSites>

export const GuardMode = z.enum(['off', 'if_possible', 'required'])
export type GuardMode = z.output<typeof GuardMode>

const SoakMinutes = z.array(z.int().min(1).max(1_440)).max(6)
export const defaultSoakMinutes: readonly number[] = [1, 5, 15]

/** A part of the waves of rollouts: by number or share of the sites. */
const SecurityWave = z.strictObject({
  sites: z.int().min(1).max(1_000_000).optional(),
  percent: z.number().min(0.01).max(100).optional(),
  soak_minutes: z.int().min(0).max(1_440).default(0),
  max_failures: z.int().min(1).max(100_000).optional(),
  max_failure_percent: z.number().min(0.01).max(100).optional(),
})
export type SecurityWave = z.output<typeof SecurityWave>

/** Short soak times: attacks begin hours after a disclosure. */
export const defaultSecurityWaves: readonly SecurityWave[] = [
  { sites: 1, soak_minutes: 5, max_failures: 1 },
  { percent: 10, soak_minutes: 10, max_failure_percent: 5 },
  { soak_minutes: 0, max_failure_percent: 5 },
]

const pathPattern = /^\/[^\s#]*$/

/** Null or missing: the next wider policy decides. */
export const PolicyRules = z.strictObject({
  patch: PolicyAction.nullable().optional(),
  minor: PolicyAction.nullable().optional(),
  major: PolicyAction.nullable().optional(),
  security: PolicyAction.nullable().optional(),
  types: z.array(ItemType).max(4).nullable().optional().describe('The actions apply to these types; null: all types.'),
  delay_days: z
    .int()
    .min(0)
    .max(90)
    .nullable()
    .optional()
    .describe('Automatic updates wait so many days after a release. Security updates do not wait.'),
  windows: z
    .array(UpdateWindow)
    .max(14)
    .nullable()
    .optional()
    .describe('Automatic updates run only then, in the time zone of the site. Empty: at the time of the settings.'),
  freezes: z
    .array(Freeze)
    .max(50)
    .nullable()
    .optional()
    .describe('Days without any update, in the time zone of the site.'),
  guard: GuardMode.nullable()
    .optional()
    .describe(
      'Restores a site that cannot start after an update. Off for the fleet, a tag, a client or a site: no other policy switches it on.',
    ),
  gates: Gates.nullable()
    .optional()
    .describe(
      'Checks after an update: off, warn, or block (roll back). Of rest, login, phone, newest, feed, shop, assets and admin_screen the mode is the strictest for these pages. admin_screen opens the dashboard of WordPress, signed in; it is off unless a policy switches it on.',
    ),
  soak_minutes: SoakMinutes.nullable()
    .optional()
    .describe(
      'After an update the checks are repeated so many minutes later, and guards stay until the last one. Empty: not repeated.',
    ),
  browser_sites: BrowserSites.nullable()
    .optional()
    .describe(
      'Where the checks in a browser run: sample is the first wave of a rollout and every 20th site. They need Chromium.',
    ),
  hold_after: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .optional()
    .describe('A release that failed on so many sites is held for the fleet. Fleet only.'),
  security_waves: z
    .array(SecurityWave)
    .min(1)
    .max(10)
    .nullable()
    .optional()
    .describe('The waves in which vulnerabilities are fixed; the last wave has all other sites. Fleet only.'),
  key_text: z.string().max(200).nullable().optional().describe('Must be on the homepage. Site only.'),
  extra_paths: z
    .array(z.string().max(500).regex(pathPattern, 'must be a path such as /shop/'))
    .max(5)
    .nullable()
    .optional()
    .describe('Further pages to check. Site only.'),
})
export type PolicyRules = z.output<typeof PolicyRules>

export interface StoredPolicy {
  id: number
  scope: PolicyScope
  tag_id: number | null
  view_id: number | null
  client_id: number | null
  site_id: number | null
  item_type: ItemType | null
  item_slug: string | null
  rules: PolicyRules
  updated_at: Date
  updated_by: string
}

/** With the name of its tag, view, client or site. */
export const UpdatePolicy = z.object({
  policy_id: z.int().nullable().describe('Null: the default policy of the fleet, not changed yet.'),
  scope: z.enum(policyScopes),
  tag_id: z.int().nullable(),
  view_id: z.int().nullable(),
  client_id: z.int().nullable(),
  site_id: z.int().nullable(),
  item_type: ItemType.nullable(),
  item_slug: z.string().nullable(),
  name: z.string().describe('Of the tag, view, client, site or item.'),
  rules: PolicyRules,
  updated_at: timestamp.nullable(),
  updated_by: z.string().nullable(),
})

export const defaultGates: Readonly<Record<GateName, GateMode>> = {
  status: 'block',
  error_text: 'block',
  blank: 'block',
  key_text: 'block',
  size: 'warn',
  time: 'warn',
  notices: 'block',
  console: 'off',
  screenshot: 'off',
  rest: 'block',
  login: 'block',
  phone: 'block',
  newest: 'block',
  feed: 'block',
  shop: 'block',
  assets: 'block',
  // It signs in, and some security plugins send a mail then.
  admin_screen: 'off',
  connector: 'block',
  item: 'block',
}
