import type { Feature } from '../../operation/feature.ts'
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
import { renewals } from './renewals/inbox-source.ts'
import { addresses } from './rest.ts'

export const costsFeature: Feature = {
  name: 'costs',
  tables: ['costs', 'cost_targets', 'cost_choices'],
  operations: [
    listCosts,
    getCost,
    addCost,
    updateCost,
    deleteCost,
    getCostSites,
    getCostClients,
    getSiteCosts,
    getClientCosts,
    listRenewals,
    listCostShares,
    exportCosts,
    importCosts,
    listProductTypes,
    addProductType,
    updateProductType,
    deleteProductType,
    listPaymentMethods,
    addPaymentMethod,
    updatePaymentMethod,
    deletePaymentMethod,
  ],
  addresses,
  inbox: [renewals],
}

export { toPaymentMethod, toProductType } from './choices/choice.ts'
export { listChoices } from './choices/choice-store.ts'
export { costImport } from './cost-columns.ts'
export { hasCosts, insertMovedCosts, listCostIds, type MovedCost } from './moved-cost-store.ts'
export { RenewalSummary, upcomingRenewals } from './renewals/due-renewals.ts'
