import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import { type Selectors, selectForChange } from '../content/index.ts'
import { actOnSites, planForConnected } from '../sites/index.ts'
import { keepOrders } from './order-store.ts'

/** Does the same on all selected sites, as a job; what may not lie in a table in clear goes along sealed. */
export async function orderOnSites<Result>(
  context: Context,
  selectors: Selectors,
  { kind, operation, order }: { kind: string; operation: Operation; order: object },
) {
  const refs = await refsOf(context, selectors)
  const [order_id] = await keepOrders(context, [order], context.clock.now())
  return actOnSites<Result>(context, { refs, kind, operation, input: { order_id } })
}

/** What a dry run answers: sites that are disconnected or suspended would be passed over. */
export async function planOnSites(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors) {
  return planForConnected(context, { refs: await refsOf(context, selectors) })
}

async function refsOf(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors) {
  const { sites, namedAs } = await selectForChange(context, selectors)
  return sites.map(({ id }) => namedAs.get(id) ?? id)
}
