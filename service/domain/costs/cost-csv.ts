import { writeCsvPages } from '../../platform/csv.ts'
import { trimEndOf } from '../../platform/trim-end.ts'
import { CostInput } from './cost-input.ts'
import type { ExportedCost } from './export-store.ts'
import { nextRenewal } from './renewal.ts'
import type { View } from './view.ts'

/** What an import reads: a cost's number, if it is to be changed, and the fields of add-cost. */
export const costColumns = ['id', ...Object.keys(CostInput.shape)]

/** For people to look at; an import passes them over. */
export const furtherColumns = ['currency', 'next_renewal']

export function writeCostTable(pages: AsyncIterable<readonly ExportedCost[]>, view: View): AsyncGenerator<string> {
  const columns = [...costColumns, ...furtherColumns]
  return writeCsvPages(columns, pages, (cost) => {
    const cells = cellsOf(cost, view)
    return columns.map((column) => cells[column] ?? '')
  })
}

const cellsOf = (cost: ExportedCost, { today, currency }: View): Record<string, string | null> => ({
  id: String(cost.id),
  name: cost.name,
  // Exact, and without the zeros that say nothing.
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
  // By names that mean the same in another fleet; by number where there is none.
  sites: cost.sites.map(({ url }) => url).join('; '),
  groups: cost.tags.map(({ id, name }) => (/^\d+$|;/.test(name) ? String(id) : name)).join('; '),
  clients: cost.clients.map(({ id, email }) => email ?? String(id)).join('; '),
  currency,
  next_renewal: nextRenewal(cost, today),
})
