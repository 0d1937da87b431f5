import type { ColumnType, Generated } from 'kysely'
import type { CostStatus, LicenseType, PaymentType, RenewalType } from './cost.ts'

export interface CostTable {
  id: Generated<number>
  name: string
  /** Exact, with 8 decimals. */
  price: string
  payment_type: Generated<PaymentType>
  license_type: Generated<LicenseType>
  product_type: Generated<string>
  product_slug: Generated<string>
  renewal_type: Generated<RenewalType>
  last_renewal: string | null
  payment_method: string | null
  status: Generated<CostStatus>
  url: Generated<string>
  note: Generated<string>
  color: string | null
  icon: string | null
  created_at: Date
  updated_at: Date
}

export type ChoiceKind = 'product-type' | 'payment-method'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    costs: CostTable
    cost_targets: { cost_id: number; site_id: number | null; tag_id: number | null; client_id: number | null }
    cost_choices: {
      kind: ChoiceKind
      slug: string
      title: string
      title_key: ColumnType<string, never, never>
      color: string | null
      icon: string | null
      created_at: Date
      updated_at: Date
    }
  }
}
