import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import { type Selectors, selectForChange } from '../site-calls/index.ts'
import { actOnSites, planForConnected } from '../sites/index.ts'
import { insertOrders } from './user-order-store.ts'

/** Runs an operation on all selected sites, as a job. Its secret input is stored sealed and passed by id. */
export async function runOnSites<Output extends z.ZodType>(
  context: Context,
  selectors: Selectors,
  { kind, operation, order }: { kind: string; operation: Operation & { output: Output }; order: object },
) {
  const refs = await refsOf(context, selectors)
  const [order_id] = await insertOrders(context, [order], context.clock.now())
  return actOnSites(context, { refs, kind, operation, input: { order_id } })
}

/** The answer of a dry run: disconnected and suspended sites are skipped. */
export async function planOnSites(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors) {
  return planForConnected(context, { refs: await refsOf(context, selectors) })
}

async function refsOf(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors) {
  const { sites, namedAs } = await selectForChange(context, selectors)
  return sites.map(({ id }) => namedAs.get(id) ?? id)
}
