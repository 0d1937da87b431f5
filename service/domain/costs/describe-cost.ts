import type { Selectable } from 'kysely'
import { isoTime } from '../../operation/shapes.ts'
import type { Cost, CostEntry } from './cost.ts'
import type { CostRow, CostTable } from './cost-store.ts'
import { toNumber } from './money.ts'
import { frequencyOf, nextRenewal } from './renewals/renewal.ts'
import type { View } from './view.ts'

export function toCost(row: CostRow, { today, currency }: View): Cost {
  const next = nextRenewal(row, today)
  return {
    id: row.id,
    name: row.name,
    price: toNumber(row.price),
    currency,
    payment_type: row.payment_type,
    type: row.payment_type,
    license_type: row.license_type,
    product_type: row.product_type,
    product_slug: row.product_slug,
    slug: row.product_slug,
    renewal_type: row.renewal_type,
    last_renewal: row.last_renewal,
    next_renewal: next,
    next_renewal_today: next === today,
    last_alert: null,
    payment_method: row.payment_method,
    cost_tracker_status: row.status,
    cost_status: row.status,
    url: row.url,
    note: row.note,
    product_color: row.color,
    cost_color: row.color,
    icon_hidden: row.icon,
    cost_icon: row.icon,
    sites: row.sites,
    groups: row.tags,
    clients: row.clients,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

type ShareFields = Pick<CostEntry, 'share' | 'share_monthly' | 'share_yearly' | 'share_rule'>

export function toCostEntry(row: Selectable<CostTable>, share: ShareFields, { today }: View): CostEntry {
  return {
    id: row.id,
    name: row.name,
    amount: toNumber(row.price),
    ...share,
    frequency: frequencyOf(row),
    next_due: nextRenewal(row, today),
    status: row.status,
    payment_type: row.payment_type,
    product_type: row.product_type,
    renewal_type: row.renewal_type,
    payment_method: row.payment_method,
    last_renewal: row.last_renewal,
  }
}
