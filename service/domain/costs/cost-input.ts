import type { Updateable } from 'kysely'
import { z } from 'zod'
import { hasCredentials } from '../../operation/hide-credentials.ts'
import { TagColor, toStoredColor } from '../tags/index.ts'
import { isDay } from './calendar.ts'
import { Icon } from './choice.ts'
import { costStatuses, licenseTypes, paymentTypes, renewalTypes } from './cost.ts'
import type { Targets } from './cost-store.ts'
import type { CostTable } from './cost-table.ts'
import { readPrice, writePrice } from './money.ts'

/** How a cost is written: what is left out stays, null and "" clear. Wire names end at `toColumns` and `toTargets`. */

const clearable = <T extends z.ZodType>(type: T) => type.nullable().optional()
const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

/** Not an enum, because "" is accepted too; people and programs are shown what it means to choose from. */
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
 * In the published schema the numbers stand a level deeper, where the converter does not turn texts into them: a price
 * with many digits must stay exact.
 */
export const Price = z
  .custom<number | string>(
    isPrice,
    'must be a price such as 25.5: 0 or more, with at most 12 digits before the point and 8 behind it',
  )
  .meta({
    description: '0 or more, as a number or as text, with at most 8 decimals.',
    oneOf: [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, { type: 'string' }],
  })

const idsOf = (what: string) => clearable(z.array(z.int().min(1)).max(10_000).describe(what))

export const inputFields = {
  payment_type: oneOf(paymentTypes, 'subscription'),
  license_type: oneOf(licenseTypes, 'single_site'),
  product_type: clearable(line(200)).describe('plugin, theme, hosting, service, other, or one that was added.'),
  product_slug: clearable(line(200)),
  renewal_type: oneOf(renewalTypes, 'disabled'),
  last_renewal: clearable(
    z.string().refine((text) => text === '' || isDay(text), 'must be a date (YYYY-MM-DD) from 1970 to 2999, or empty'),
  ).describe('YYYY-MM-DD; renewals to come are reckoned from it.'),
  payment_method: clearable(line(200)).describe(
    'paypal, stripe, apple, amazon, google, credit_debit, debit_card, cash, or one that was added.',
  ),
  cost_tracker_status: oneOf(costStatuses, 'active'),
  url: clearable(
    z
      .string()
      .max(2_000)
      .refine((text) => text.trim() === '' || isWebAddress(text), 'must be a web address that begins with http')
      .refine((text) => !hasCredentials(text), 'must not contain a user name or password'),
  ),
  note: clearable(z.string().max(20_000)),
  product_color: TagColor.optional(),
  icon_hidden: Icon.optional(),
  sites: idsOf('Sites by id. Replaces the sites it had.'),
  groups: idsOf('Tags by id: the cost is for every site that carries one. Replaces the tags it had.'),
  clients: idsOf('Clients by id: the cost is for all their sites. Replaces the clients it had.'),
}

export const CostInput = z.strictObject({ name: CostName.optional(), price: Price.optional(), ...inputFields })
export type CostInput = z.output<typeof CostInput>

export const NewCost = z.strictObject({ name: CostName, price: Price, ...inputFields })
export type NewCost = z.output<typeof NewCost>

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text.trim()) && URL.canParse(text.trim())
}

type Columns = Omit<Updateable<CostTable>, 'id' | 'created_at' | 'updated_at'>

/** Which column each field is kept in, and what stands there when it is cleared. */
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

/** Only what was given: two people who edit different fields at once do not undo each other. */
export function toColumns(written: CostInput): Columns {
  const columns: Record<string, string | null> = {}
  for (const [field, [column, cleared]] of Object.entries(columnOf)) {
    const given = written[field as keyof typeof columnOf]
    if (given === undefined) continue
    const text = field === 'price' && given !== null ? writePrice(readPrice(given)!) : String(given ?? '').trim()
    columns[column] = text === '' ? cleared : field === 'product_color' ? toStoredColor(text) : text
  }
  return columns as Columns
}

/** The kinds of targets that were given; null names none. */
export function toTargets(written: CostInput): Partial<Targets> {
  const targets: Partial<Targets> = {}
  for (const [field, kind] of Object.entries(targetOf)) {
    const ids = written[field as keyof typeof targetOf]
    if (ids !== undefined) targets[kind] = ids ?? []
  }
  return targets
}
