import type { Customers } from './customers.ts'
import type { DemoContext } from './demo-context.ts'

/** Renewals are close to today, so that lists of renewals have content. `paid`: days since the last renewal. */
const costs = [
  {
    name: 'Managed hosting, cluster A',
    price: 189,
    product_type: 'hosting',
    renewal_type: 'monthly',
    paid: 27,
    groups: [5],
  },
  {
    name: 'Backup storage 2 TB',
    price: 24.9,
    product_type: 'service',
    renewal_type: 'monthly',
    paid: 12,
    groups: [0, 1],
  },
  {
    name: 'Page builder, agency licence',
    price: 249,
    product_type: 'plugin',
    renewal_type: 'yearly',
    paid: 364,
    groups: [0],
  },
  { name: 'Security scanner', price: 99, product_type: 'plugin', renewal_type: 'yearly', paid: 365, groups: [0] },
  {
    name: 'Shop extensions bundle',
    price: 399,
    product_type: 'plugin',
    renewal_type: 'yearly',
    paid: 351,
    groups: [2],
  },
  {
    name: 'Image optimiser',
    price: 9.99,
    product_type: 'service',
    renewal_type: 'monthly',
    paid: 30,
    sites: [0, 5, 10],
  },
  { name: 'Form builder Pro', price: 159, product_type: 'plugin', renewal_type: 'yearly', paid: 120, clients: [0, 2] },
  { name: 'Newsletter service', price: 45, product_type: 'service', renewal_type: 'quarterly', paid: 86, clients: [1] },
  { name: 'Premium theme', price: 79, product_type: 'theme', payment_type: 'lifetime', paid: 400, sites: [3, 4] },
  { name: 'Stock photos', price: 29, product_type: 'other', renewal_type: 'monthly', paid: 8, clients: [3, 6] },
  {
    name: 'Old booking plugin',
    price: 89,
    product_type: 'plugin',
    renewal_type: 'yearly',
    paid: 410,
    cost_tracker_status: 'expired',
    sites: [1],
  },
  {
    name: 'Chat widget',
    price: 19,
    product_type: 'service',
    renewal_type: 'monthly',
    paid: 40,
    cost_tracker_status: 'canceled',
    clients: [7],
  },
] as const

type Indexes = Record<'sites' | 'groups' | 'clients', readonly number[]>

const methods = ['credit_debit', 'paypal', 'stripe'] as const

export async function addDemoCosts({ run, clock, sites }: DemoContext, customers: Customers): Promise<number> {
  for (const [index, cost] of costs.entries()) {
    const { paid, ...rest } = cost
    const indexes: Indexes = { sites: [], groups: [], clients: [], ...rest }
    const isShared = indexes.groups.length > 0 || indexes.clients.length > 0
    await run('add-cost', {
      ...rest,
      last_renewal: clock.dayAgo(paid),
      license_type: isShared ? 'multi_site' : 'single_site',
      payment_method: methods[index % methods.length],
      // A small demo has fewer sites than the table refers to.
      sites: [...new Set(indexes.sites.map((index) => sites[index % sites.length]?.id))],
      groups: indexes.groups.map((index) => customers.tags[index]),
      clients: indexes.clients.map((index) => customers.clients[index]),
    })
  }
  return costs.length
}
