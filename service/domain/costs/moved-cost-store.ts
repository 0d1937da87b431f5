import { sql } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { listChoices } from './choices/choice-store.ts'
import { costStatuses, licenseTypes, paymentTypes, renewalTypes } from './cost.ts'
import { insertCosts, type Targets } from './cost-store.ts'
import { replaceTargets } from './cost-target-store.ts'

/** A cost of another dashboard, with the id that is reserved for it here. Values that are unknown here get the default. */
export interface MovedCost {
  id: number
  name: string
  /** At most 12 digits before the point and 8 behind it. */
  price: string
  paymentType: string
  licenseType: string
  productType: string
  productSlug: string
  renewalType: string
  lastRenewal: Day | null
  paymentMethod: string
  status: string
  url: string
  note: string
  targets: Targets
}

export const listCostIds = (db: Db, ids: readonly number[]): Promise<{ id: number }[]> =>
  queryRows(db, sql<{ id: number }>`select id from costs where id = any (${ids}::bigint[])`)

export const hasCosts = async (db: Db): Promise<boolean> =>
  (await queryRows(db, sql`select 1 from costs limit 1`)).length > 0

export async function insertMovedCosts(trx: Db, costs: readonly MovedCost[], now: Date): Promise<void> {
  if (costs.length === 0) return
  const slugs = async (kind: 'product-type' | 'payment-method') =>
    new Set((await listChoices(trx, kind)).map(({ slug }) => slug))
  const [productTypes, paymentMethods] = [await slugs('product-type'), await slugs('payment-method')]
  const oneOf = <Value extends string>(values: readonly Value[], given: string, otherwise: Value): Value =>
    values.find((value) => value === given) ?? otherwise
  await insertCosts(
    trx,
    costs.map((cost) => ({
      ...{ id: cost.id, name: cost.name, price: cost.price, url: cost.url, note: cost.note, color: null, icon: null },
      payment_type: oneOf(paymentTypes, cost.paymentType, 'subscription'),
      license_type: oneOf(licenseTypes, cost.licenseType, 'single_site'),
      renewal_type: oneOf(renewalTypes, cost.renewalType, 'disabled'),
      status: oneOf(costStatuses, cost.status, 'active'),
      product_type: productTypes.has(cost.productType) ? cost.productType : 'other',
      product_slug: cost.productSlug,
      payment_method: paymentMethods.has(cost.paymentMethod) ? cost.paymentMethod : null,
      ...{ last_renewal: cost.lastRenewal, created_at: now, updated_at: now },
    })),
  )
  for (const kind of ['clients', 'tags', 'sites'] as const)
    await replaceTargets(trx, kind, new Map(costs.map(({ id, targets }) => [id, targets[kind]])))
}
