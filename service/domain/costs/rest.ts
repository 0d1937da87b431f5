import { batch, route } from '../../operation/address.ts'
import { addCost } from './operations/add-cost.ts'
import { addPaymentMethod } from './operations/add-payment-method.ts'
import { addProductType } from './operations/add-product-type.ts'
import { deleteCost } from './operations/delete-cost.ts'
import { deletePaymentMethod } from './operations/delete-payment-method.ts'
import { deleteProductType } from './operations/delete-product-type.ts'
import { exportCosts } from './operations/export-costs.ts'
import { getClientCosts } from './operations/get-client-costs.ts'
import { getCost } from './operations/get-cost.ts'
import { getCostClients } from './operations/get-cost-clients.ts'
import { getCostSites } from './operations/get-cost-sites.ts'
import { getSiteCosts } from './operations/get-site-costs.ts'
import { importCosts } from './operations/import-costs.ts'
import { listCostShares } from './operations/list-cost-shares.ts'
import { listCosts } from './operations/list-costs.ts'
import { listPaymentMethods } from './operations/list-payment-methods.ts'
import { listProductTypes } from './operations/list-product-types.ts'
import { listRenewals } from './operations/list-renewals.ts'
import { updateCost } from './operations/update-cost.ts'
import { updatePaymentMethod } from './operations/update-payment-method.ts'
import { updateProductType } from './operations/update-product-type.ts'

const settings = '/settings/cost-tracker'

type Totals = { currency: string; total_monthly: number; total_yearly: number }
type Shares = { share_rule: string; unassigned_share: number }
const totalsBeside = ({ currency, total_monthly, total_yearly }: Totals) => ({ currency, total_monthly, total_yearly })

export const addresses = [
  route('GET /costs', listCosts, { list: 'items' }),
  route('POST|PUT|PATCH /costs/add', addCost, { message: 'Cost added.' }),
  route('GET /costs/{id}', getCost),
  route('POST|PUT|PATCH /costs/{id}/edit', updateCost, { message: 'Cost updated.' }),
  route('DELETE /costs/{id}/remove', deleteCost, { message: 'Cost deleted.' }),
  route('GET /costs/{id}/sites', getCostSites, { list: 'sites' }),
  route('GET /costs/{id}/clients', getCostClients, {
    list: 'clients',
    envelopeFields: ({ share_rule, unassigned_share }: Shares) => ({ share_rule, unassigned_share }),
  }),
  route('GET /costs/renewals', listRenewals, {
    list: 'renewals',
    envelopeFields: ({ from, until, totals, ...sums }: Totals & { from: string; until: string; totals: unknown }) => ({
      from,
      until,
      totals,
      ...totalsBeside(sums),
    }),
  }),
  route('GET /costs/shares', listCostShares, { list: 'shares', envelopeFields: totalsBeside }),
  route('GET /costs/export', exportCosts),
  route('POST /costs/import', importCosts, { message: 'Costs imported.' }),

  route('GET /sites/{id_or_domain}/costs', getSiteCosts, {
    names: { id_or_domain: 'site_id_or_domain' },
    list: 'costs',
    envelopeFields: totalsBeside,
  }),
  route('GET /clients/{id_or_email}/costs', getClientCosts, {
    names: { id_or_email: 'client_id_or_email' },
    list: 'costs',
    envelopeFields: totalsBeside,
  }),

  route(`GET ${settings}/product-types`, listProductTypes, { list: 'product_types' }),
  route(`POST ${settings}/product-types/add`, addProductType, { message: 'Product type added.' }),
  route(`PUT|PATCH ${settings}/product-types/{slug}/edit`, updateProductType, { message: 'Product type updated.' }),
  route(`DELETE ${settings}/product-types/{slug}/delete`, deleteProductType, { message: 'Product type deleted.' }),
  route(`GET ${settings}/payment-methods`, listPaymentMethods, { list: 'payment_methods' }),
  route(`POST ${settings}/payment-methods/add`, addPaymentMethod, { message: 'Payment method added.' }),
  route(`PUT|PATCH ${settings}/payment-methods/{slug}/edit`, updatePaymentMethod, {
    message: 'Payment method updated.',
  }),
  route(`DELETE ${settings}/payment-methods/{slug}/delete`, deletePaymentMethod, {
    message: 'Payment method deleted.',
  }),

  batch('costs.create', addCost),
  batch('costs.update', updateCost, 'id'),
  batch('costs.delete', deleteCost, 'id'),
]
