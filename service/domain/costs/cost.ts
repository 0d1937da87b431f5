import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

export const paymentTypes = ['subscription', 'lifetime'] as const
export const licenseTypes = ['single_site', 'multi_site'] as const
export const renewalTypes = ['weekly', 'monthly', 'quarterly', 'yearly', 'disabled'] as const
export const costStatuses = ['active', 'canceled', 'onhold', 'expired', 'pending_cancelation'] as const

export type PaymentType = (typeof paymentTypes)[number]
export type LicenseType = (typeof licenseTypes)[number]
export type RenewalType = (typeof renewalTypes)[number]
export type CostStatus = (typeof costStatuses)[number]

/**
 * How a cost is split: by the number of sites it covers, the sites without a client being one share more, or equally among
 * its clients when it covers no site.
 */
export const shareRules = ['covered_sites', 'clients'] as const
export type ShareRule = (typeof shareRules)[number]

export type ChoiceKind = 'product-type' | 'payment-method'

export const CostId = z.int().min(1)

const day = z.string().describe('YYYY-MM-DD')

/** Some values have two names: the input name, and the name that established clients read. */
export const Cost = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  payment_type: z.enum(paymentTypes),
  type: z.enum(paymentTypes),
  license_type: z.enum(licenseTypes),
  product_type: z.string(),
  product_slug: z.string(),
  slug: z.string(),
  renewal_type: z.enum(renewalTypes),
  last_renewal: day.nullable(),
  next_renewal: day.nullable(),
  next_renewal_today: z.boolean(),
  last_alert: timestamp.nullable().describe('When a reminder was last sent.'),
  payment_method: z.string().nullable(),
  cost_tracker_status: z.enum(costStatuses),
  cost_status: z.enum(costStatuses),
  url: z.string(),
  note: z.string(),
  product_color: z.string().nullable(),
  cost_color: z.string().nullable(),
  icon_hidden: z.string().nullable(),
  cost_icon: z.string().nullable(),
  sites: z.array(z.int()),
  groups: z.array(z.int()).describe('Tags: the cost applies to every site with one of them.'),
  clients: z.array(z.int()).describe('The cost applies to the client and all its sites.'),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Cost = z.output<typeof Cost>

/** A cost in the list of a site or client. */
export const CostEntry = z.object({
  id: z.int(),
  name: z.string(),
  amount: z.number().describe('The full price, however many sites share it.'),
  share: z.number().describe('The part of `amount` that this site or client pays. The shares of a cost add up to it.'),
  share_monthly: z.number().describe('What the cost adds to `total_monthly`.'),
  share_yearly: z.number().describe('What the cost adds to `total_yearly`.'),
  share_rule: z.enum(shareRules).describe('By the number of covered sites, or equally among clients if there is none.'),
  frequency: z.string(),
  next_due: day.nullable(),
  status: z.enum(costStatuses),
  payment_type: z.enum(paymentTypes),
  product_type: z.string(),
  renewal_type: z.enum(renewalTypes),
  payment_method: z.string().nullable(),
  last_renewal: day.nullable(),
})
export type CostEntry = z.output<typeof CostEntry>

export const totals = {
  total: z.int(),
  currency: z.string(),
  total_monthly: z
    .number()
    .describe('The shares of the active costs; a year has 52 weeks, a month is a twelfth of a year.'),
  total_yearly: z.number(),
}
