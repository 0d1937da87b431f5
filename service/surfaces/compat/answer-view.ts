import { type Address, isAlwaysPaged, type Route } from '../../operation/address.ts'
import { RowsAnswer } from '../../operation/json-rows.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Call } from '../../operation/run-operation.ts'
import { envelope, pickFields } from '../rest/envelope.ts'
import type { SurfaceContext } from '../surface.ts'
import type { FurtherCall, NamedValues, RouteView } from './view.ts'
import { views } from './views.ts'

/** More than any list has. */
const allRows = 1_000_000

export interface ViewAnswer {
  isDryRun: boolean
  /** In the shape of the established product. */
  body: NamedValues
  /** What our own base would answer; the headers of pages come from it. */
  own: NamedValues
}

/** One call on the base of the established product. */
export interface Asked {
  /** The call itself confirms, as a DELETE does. */
  call: Call
  input: NamedValues
  /** Parameters for the form of the answer, such as `with_tags`. */
  form?: NamedValues
  /** Only these fields of each record. */
  fields?: string[] | null
}

/** The view of a route on the base of the established product, if it has the route. */
export const findView = ({ methods, path }: Route): RouteView | undefined => views[`${methods.join('|')} ${path}`]

/** The first route of an operation that has a view, for the items of a batch. */
export function findViewOf(
  operation: Operation,
  addresses: readonly Address[],
): { route: Route; view: RouteView } | null {
  for (const route of addresses) {
    if (route.kind !== 'route' || route.operation !== operation) continue
    const view = findView(route)
    if (view) return { route, view }
  }
  return null
}

/** Runs the operation of the view through the pipeline, and shows its output as the view says. */
export async function answerView(
  view: RouteView,
  route: Route,
  { call: asked, input: given, form = {}, fields = null }: Asked,
  context: SurfaceContext,
): Promise<ViewAnswer> {
  const operation = view.operation === undefined ? route.operation : operationOf(context, view.operation)
  const call = { actor: asked.actor, requestId: asked.requestId }
  const input = view.input ? view.input(given) : given
  const sent = { ...given, ...form }
  const also: NamedValues = {}
  const read = async (calls: Record<string, FurtherCall>) => {
    for (const [name, { operation, input, fixed }] of Object.entries(calls)) {
      const { output } = await context.run(operationOf(context, operation), input, { ...call, ...(fixed && { fixed }) })
      also[name] = output instanceof RowsAnswer ? output.body() : output
    }
  }
  if (view.before) await read(view.before(sent)).catch(() => {})
  const isPageRequested = ['page', 'per_page', 'limit'].some((name) => input[name] !== undefined)
  const sizeName = view.sizeName ?? (isAlwaysPaged({ ...route, operation }) ? 'per_page' : null)
  const outcome = await context.run(operation, input, {
    ...asked,
    fixed: {
      ...(view.operation === undefined && route.options.fixed),
      ...(sizeName !== null && !isPageRequested && { [sizeName]: allRows }),
      ...view.fixed,
    },
  })
  if (outcome.output instanceof RowsAnswer) outcome.output = outcome.output.body()
  const { message, list } = route.options
  const own = envelope(outcome, operation, view.operation === undefined ? route.options : { message, list }, null)
  if (outcome.dryRun) return { isDryRun: true, body: own, own }
  // A view takes the output of its operation, whose type the catalogue forgets.
  if (view.also) await read(view.also(outcome.output as never, sent))
  // The same type as above.
  const body = await view.body(outcome.output as never, {
    sent,
    // The view names the type of its further call.
    also: (name) => also[name] as never,
    own,
  })
  if (!fields || !('data' in body)) return { isDryRun: false, own, body }
  return { isDryRun: false, own, body: { ...body, data: pickFields(body.data, new Set(fields)) } }
}

function operationOf({ operations }: SurfaceContext, name: FurtherCall['operation']): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`There is no operation ${name}.`)
  return found
}
