import { clientsOf, showListedClients } from './client-views.ts'
import { type Records, recordsOf, showRecords } from './further-calls.ts'
import { byId, json, spacedTime, text, unixTime } from './values.ts'
import type { RouteView, ViewContext, Views } from './view.ts'

interface Cost {
  id: number
  name: string
  url: string
  payment_type: string
  product_type: string
  product_slug: string
  license_type: string
  cost_status: string
  payment_method: string | null
  price: number
  renewal_type: string
  last_renewal: string | null
  next_renewal: string | null
  next_renewal_today: boolean
  cost_icon: string | null
  cost_color: string | null
  sites: number[]
  groups: number[]
  clients: number[]
  note: string
}

/** Ids as embedded JSON; empty: none. */
const ids = (list: readonly number[]) => (list.length === 0 ? '' : json(list))

/** A day that does not exist is the number 0. */
const listedDay = (day: string | null) => (day === null ? 0 : spacedTime(`${day}T00:00:00`))

const shared = (cost: Cost) => ({
  name: cost.name,
  url: cost.url,
  type: cost.payment_type,
  product_type: cost.product_type,
  slug: cost.product_slug,
  license_type: cost.license_type,
  cost_status: cost.cost_status,
  payment_method: text(cost.payment_method),
  price: cost.price.toFixed(8),
  renewal_type: cost.renewal_type === 'disabled' ? '' : cost.renewal_type,
})
const targets = (cost: Cost) => ({
  sites: ids(cost.sites),
  groups: ids(cost.groups),
  clients: ids(cost.clients),
  note: cost.note,
})

/** A cost in a list: its id is a number, its days are texts. */
const showListedCost = (cost: Cost) => ({
  id: cost.id,
  ...shared(cost),
  last_renewal: listedDay(cost.last_renewal),
  next_renewal: listedDay(cost.next_renewal),
  // Reminders are not recorded per cost.
  last_alert: 0,
  ...targets(cost),
})

/** One cost: all texts, its days are seconds since 1970. */
const showCost = (cost: Cost) => ({
  id: text(cost.id),
  ...shared(cost),
  last_renewal: text(unixTime(cost.last_renewal)),
  next_renewal: text(unixTime(cost.next_renewal)),
  next_renewal_today: text(cost.next_renewal_today),
  last_alert: '0',
  cost_icon: text(cost.cost_icon),
  cost_color: text(cost.cost_color),
  ...targets(cost),
})

const written: RouteView = { body: (cost: Cost) => ({ success: 1, data: showCost(cost) }) }

const costsOf = (costs: readonly { id: number }[]) => ({
  operation: 'list-costs',
  input: {},
  // No cost has the id 0, and an empty list would mean all costs.
  fixed: { include: costs.length === 0 ? [0] : costs.map(({ id }) => id), per_page: 1_000_000 },
})

/** The costs of a site or client, in full. */
const costsIn = (ifNone: Record<string, unknown>): RouteView => ({
  also: ({ costs }: { costs: { id: number }[] }) => ({ costs: costsOf(costs) }),
  body: (_: unknown, { also }: ViewContext) => {
    const { items } = also<{ items: Cost[] }>('costs')
    return items.length === 0 ? ifNone : { success: 1, total: items.length, data: byId(items, showListedCost) }
  },
})

export const costViews: Views = {
  'GET /costs': {
    body: ({ items, total }: { items: Cost[]; total: number }) => ({
      success: 1,
      total,
      data: byId(items, showListedCost),
    }),
  },
  'GET /costs/{id}': written,
  'POST|PUT|PATCH /costs/add': written,
  'POST|PUT|PATCH /costs/{id}/edit': written,
  'DELETE /costs/{id}/remove': {
    before: ({ id }) => ({ cost: { operation: 'get-cost', input: { id } } }),
    body: ({ id }: { id: number }, { own, also }: ViewContext) => {
      const cost = also<Cost | undefined>('cost')
      return { success: 1, message: own.message, data: cost ? showCost(cost) : { id: text(id) } }
    },
  },
  'GET /costs/{id}/sites': {
    also: ({ sites }: { sites: { id: number }[] }) => ({ records: recordsOf(sites.map(({ id }) => id)) }),
    body: ({ total }: { total: number }, { also, sent }: ViewContext) => ({
      success: 1,
      total,
      data: showRecords(also<Records>('records'), sent),
    }),
  },
  'GET /costs/{id}/clients': {
    also: ({ clients }: { clients: { id: number }[] }) => ({ clients: clientsOf(clients.map(({ id }) => id)) }),
    body: ({ total }: { total: number }, { also }: ViewContext) => ({
      success: 1,
      total,
      data: showListedClients(also('clients')),
    }),
  },
  'GET /sites/{id_or_domain}/costs': costsIn({ success: 1, message: 'The site has no costs.', data: [] }),
  'GET /clients/{id_or_email}/costs': costsIn({ success: 1, message: 'The client has no costs.' }),
}
