import { z } from 'zod'
import type { ChoiceKind } from '../cost.ts'

/** The choices for product_type and payment_method of a cost: built-in and added ones. */

export interface Choice {
  slug: string
  title: string
  color: string | null
  icon: string | null
  built_in: boolean
}

export const defaultAppearance = { color: '#34424d', icon: 'deficon:folder open' }

const productType = (slug: string, title: string, color: string, icon: string) => ({
  slug,
  title,
  color,
  icon: `deficon:${icon}`,
  built_in: true,
})
const paymentMethod = (slug: string, title: string): Choice => ({
  slug,
  title,
  color: null,
  icon: null,
  built_in: true,
})

export const builtIn = {
  'product-type': [
    productType('plugin', 'Plugin', '#5ec130', 'plug'),
    productType('theme', 'Theme', '#34afd8', 'tint'),
    productType('hosting', 'Hosting', '#f2e93a', 'server'),
    productType('service', 'Service', '#ed1730', 'wrench'),
    productType('other', 'Other', '#14f4fc', 'folder'),
  ],
  'payment-method': [
    paymentMethod('paypal', 'PayPal'),
    paymentMethod('stripe', 'Stripe'),
    paymentMethod('apple', 'Apple Pay'),
    paymentMethod('amazon', 'Amazon Pay'),
    paymentMethod('google', 'Google Pay'),
    paymentMethod('credit_debit', 'Credit card'),
    paymentMethod('debit_card', 'Debit card'),
    paymentMethod('cash', 'Cash'),
  ],
} satisfies Record<ChoiceKind, readonly Choice[]>

export function findBuiltIn<Kind extends ChoiceKind>(
  kind: Kind,
  slug: string,
): (typeof builtIn)[Kind][number] | undefined {
  return builtIn[kind].find((choice) => choice.slug === slug)
}

/** The title for use in an address: `Cloud Tool!` becomes `cloud-tool`. May be empty. */
export const titleToSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '')

export const ChoiceTitle = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')
  // `any` means all in the filters of lists.
  .refine((text) => !['', 'any'].includes(titleToSlug(text)), 'must have letters or digits, and must not be "any"')

export const Slug = z.string().min(1).max(200)

const iconPattern = /^[a-z]{1,20}:[\w .-]{1,100}$/i
export const Icon = z
  .string()
  .max(130)
  .refine((text) => text === '' || iconPattern.test(text), 'must be an icon such as deficon:plug')
  .nullable()
  .describe('A kind and a name, such as deficon:plug; null or "" for none.')

export const ProductType = z.object({
  slug: z.string(),
  title: z.string(),
  color: z.string(),
  icon: z.string(),
  built_in: z.boolean(),
})
export type ProductType = z.output<typeof ProductType>

export const PaymentMethod = z.object({ slug: z.string(), title: z.string(), built_in: z.boolean() })
export type PaymentMethod = z.output<typeof PaymentMethod>

export const toProductType = ({ slug, title, color, icon, built_in }: Choice): ProductType => {
  const defaults = findBuiltIn('product-type', slug) ?? defaultAppearance
  return { slug, title, color: color ?? defaults.color, icon: icon ?? defaults.icon, built_in }
}

export const toPaymentMethod = ({ slug, title, built_in }: Choice): PaymentMethod => ({ slug, title, built_in })
