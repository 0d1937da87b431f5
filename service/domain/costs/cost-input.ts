import type { Updateable } from 'kysely'
import { z } from 'zod'
import { hasCredentials } from '../../operation/hide-credentials.ts'
import { isDay } from '../../platform/calendar.ts'
import { present } from '../../platform/present.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { TagColor, toStoredColor } from '../tags/index.ts'
import { Icon } from './choices/choice.ts'
import { costStatuses, licenseTypes, paymentTypes, renewalTypes } from './cost.ts'
import type { CostTable, Targets } from './cost-store.ts'
import { readPrice, writePrice } from './money.ts'

/** Input for a cost: omitted fields stay, null and "" clear. `toCostColumns` and `toTargets` map wire names. */

const clearable = <T extends z.ZodType>(type: T) => type.nullable().optional()
const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

/** Not an enum, because "" is accepted too; the published schema lists the values. */
const oneOf = (values: readonly string[], otherwise: string) =>
  clearable(
    z
      .string()
      .refine((text) => text === '' || values.includes(text), `must be one of: ${values.join(', ')}`)
      .meta({ enum: [...values], description: `null or "" means ${otherwise}.` }),
  )

export const CostName = line(200)
  .min(1)
  .refine((text) => text.trim() !== '', 'must be one line of text and not empty')

const isPrice = (given: unknown) =>
  (typeof given === 'number' || typeof given === 'string') && readPrice(given) !== null

/**
 * The published schema has the numbers one level deeper, where the converter does not parse texts: a price with many
 * digits must stay exact.
 */
export const CostPrice = z
  .custom<number | string>(
    isPrice,
    'must be a price such as 25.5: 0 or more, with at most 12 digits before the point and 8 behind it',
  )
  .meta({
    description: '0 or more, as a number or as text, with at most 8 decimals.',
    oneOf: [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, { type: 'string' }],
  })

const idsOf = (what: string) => clearable(z.array(z.int().min(1)).max(10_000).describe(what))

export const costFields = {
  payment_type: oneOf(paymentTypes, 'subscription'),
  license_type: oneOf(licenseTypes, 'single_site'),
  product_type: clearable(line(200)).describe('plugin, theme, hosting, service, other, or one that was added.'),
  product_slug: clearable(line(200)),
  renewal_type: oneOf(renewalTypes, 'disabled'),
  last_renewal: clearable(
    z.string().refine((text) => text === '' || isDay(text), 'must be a date (YYYY-MM-DD) from 1970 to 2999, or empty'),
  ).describe('YYYY-MM-DD; future renewals are computed from it.'),
  payment_method: clearable(line(200)).describe(
    'paypal, stripe, apple, amazon, google, credit_debit, debit_card, cash, or one that was added.',
  ),
  cost_tracker_status: oneOf(costStatuses, 'active'),
  url: clearable(
    z
      .string()
      .max(2_000)
      .refine((text) => text.trim() === '' || isWebAddress(text), 'must be a web address that starts with http')
      .refine((text) => !hasCredentials(text), 'must not contain a user name or password'),
  ),
  note: clearable(z.string().max(20_000)),
  product_color: TagColor.optional(),
  icon_hidden: Icon.optional(),
  sites: idsOf('Sites by id. Replaces its sites.'),
  groups: idsOf('Tags by id: the cost applies to every site with one of them. Replaces its tags.'),
  clients: idsOf('Clients by id: the cost applies to all their sites. Replaces its clients.'),
}

export const CostInput = z.strictObject({ name: CostName.optional(), price: CostPrice.optional(), ...costFields })
export type CostInput = z.output<typeof CostInput>

export const NewCost = z.strictObject({ name: CostName, price: CostPrice, ...costFields })
export type NewCost = z.output<typeof NewCost>

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text.trim()) && URL.canParse(text.trim())
}

type Columns = Omit<Updateable<CostTable>, 'id' | 'created_at' | 'updated_at'>

/** The column of each field, and its value when the field is cleared. */
const columnOf: Record<
  Exclude<keyof CostInput, keyof typeof targetOf>,
  [column: keyof Columns, cleared: string | null]
> = {
  name: ['name', ''],
  price: ['price', '0'],
  payment_type: ['payment_type', 'subscription'],
  license_type: ['license_type', 'single_site'],
  product_type: ['product_type', 'other'],
  product_slug: ['product_slug', ''],
  renewal_type: ['renewal_type', 'disabled'],
  last_renewal: ['last_renewal', null],
  payment_method: ['payment_method', null],
  cost_tracker_status: ['status', 'active'],
  url: ['url', ''],
  note: ['note', ''],
  product_color: ['color', null],
  icon_hidden: ['icon', null],
}
const targetOf = { sites: 'sites', groups: 'tags', clients: 'clients' } as const

/** Only the given fields, so that concurrent edits of different fields do not overwrite each other. */
export function toCostColumns(input: CostInput): Columns {
  const columns: Record<string, string | null> = {}
  for (const [field, [column, cleared]] of typedEntries(columnOf)) {
    const given = input[field]
    if (given === undefined) continue
    const text =
      field === 'price' && given !== null
        ? writePrice(present(readPrice(given), 'a checked price'))
        : String(given ?? '').trim()
    columns[column] = text === '' ? cleared : field === 'product_color' ? toStoredColor(text) : text
  }
  // The schema has checked the values of the columns that have a list of values.
  return columns as Columns
}

/** The given kinds of targets; null means no targets. */
export function toTargets(input: CostInput): Partial<Targets> {
  const targets: Partial<Targets> = {}
  for (const [field, kind] of typedEntries(targetOf)) {
    const ids = input[field]
    if (ids !== undefined) targets[kind] = ids ?? []
  }
  return targets
}
