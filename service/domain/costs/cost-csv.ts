import { writeCsvPages } from '../../platform/csv.ts'
import { trimEndOf } from '../../platform/trim-end.ts'
import { ignoredColumns } from './cost-columns.ts'
import { CostInput } from './cost-input.ts'
import type { ExportedCost } from './cost-store.ts'
import { nextRenewal } from './renewals/renewal.ts'
import type { View } from './view.ts'

/** The columns of an import: the id of a cost to change, and the fields of add-cost. */
export const costColumns = ['id', ...Object.keys(CostInput.shape)]

export function writeCostTable(pages: AsyncIterable<readonly ExportedCost[]>, view: View): AsyncGenerator<string> {
  const columns = [...costColumns, ...ignoredColumns]
  return writeCsvPages(columns, pages, (cost) => {
    const cells = cellsOf(cost, view)
    return columns.map((column) => cells[column] ?? '')
  })
}

const cellsOf = (cost: ExportedCost, { today, currency }: View): Record<string, string | null> => ({
  id: String(cost.id),
  name: cost.name,
  // Exact, without trailing zeros.
  price: trimEndOf(trimEndOf(cost.price, '0'), '.'),
  payment_type: cost.payment_type,
  license_type: cost.license_type,
  product_type: cost.product_type,
  product_slug: cost.product_slug,
  renewal_type: cost.renewal_type,
  last_renewal: cost.last_renewal,
  payment_method: cost.payment_method,
  cost_tracker_status: cost.status,
  url: cost.url,
  note: cost.note,
  product_color: cost.color,
  icon_hidden: cost.icon,
  // By names that are valid in another installation, by id where there is no such name.
  sites: cost.sites.map(({ url }) => url).join('; '),
  groups: cost.tags.map(({ id, name }) => (/^\d+$|;/.test(name) ? String(id) : name)).join('; '),
  clients: cost.clients.map(({ id, email }) => email ?? String(id)).join('; '),
  currency,
  next_renewal: nextRenewal(cost, today),
})
