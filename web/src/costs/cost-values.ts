import type { DataOf, InputOf } from '../../../contract/client.ts'
import type { Option } from '../ui/form/fields.tsx'

type Cost = DataOf<'get-cost'>

const plainFields = [
  ...(['name', 'price', 'payment_type', 'license_type', 'product_type', 'renewal_type', 'last_renewal'] as const),
  ...(['payment_method', 'cost_tracker_status', 'url', 'note'] as const),
] as const
const targetFields = ['sites', 'groups', 'clients'] as const

export interface CostValues extends Record<(typeof plainFields)[number], string> {
  product_color: string | null
  sites: Option[]
  groups: Option[]
  clients: Option[]
}

export const costFieldNames = [...plainFields, ...targetFields, 'product_color']

export const emptyCost: CostValues = {
  name: '',
  price: '',
  payment_type: 'subscription',
  license_type: 'single_site',
  product_type: 'plugin',
  renewal_type: 'yearly',
  last_renewal: '',
  payment_method: '',
  cost_tracker_status: 'active',
  url: '',
  note: '',
  product_color: null,
  sites: [],
  groups: [],
  clients: [],
}

export function costValuesOf(cost: Cost, targets: Pick<CostValues, 'sites' | 'groups' | 'clients'>): CostValues {
  const text = (field: (typeof plainFields)[number]) => String(cost[field] ?? '')
  const plain = Object.fromEntries(plainFields.map((field) => [field, text(field)]))
  return { ...(plain as Record<(typeof plainFields)[number], string>), ...targets, product_color: cost.product_color }
}

const ids = (options: readonly Option[]) => options.map(({ value }) => Number(value))

/** Returns only changed fields. */
export function costChanges(before: CostValues, after: CostValues): Omit<InputOf<'update-cost'>, 'id'> {
  const plain = plainFields.filter((field) => before[field] !== after[field])
  const targets = targetFields.filter((field) => ids(before[field]).join() !== ids(after[field]).join())
  return {
    ...Object.fromEntries(plain.map((field) => [field, after[field].trim()])),
    ...Object.fromEntries(targets.map((field) => [field, ids(after[field])])),
    ...(before.product_color !== after.product_color && { product_color: after.product_color }),
  }
}
