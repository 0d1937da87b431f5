import type { FastifyRequest } from 'fastify'
import { hasPages, type Route } from '../../operation/address.ts'
import { RowsAnswer } from '../../operation/json-rows.ts'
import type { Operation } from '../../operation/operation.ts'
import { envelope, pickFields } from '../rest/envelope.ts'
import type { RestRequest } from '../rest/read-request.ts'
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

/** The view of a route on the base of the established product, if it has the route. */
export const findView = ({ methods, path }: Route): RouteView | undefined => views[`${methods.join('|')} ${path}`]

/** Runs the operation of the view through the pipeline, and shows its output as the view says. */
export async function answerView(
  view: RouteView,
  route: Route,
  request: FastifyRequest,
  { input: sent, fields }: RestRequest,
  context: SurfaceContext,
): Promise<ViewAnswer> {
  const operation = view.operation === undefined ? route.operation : operationOf(context, view.operation)
  const call = { actor: request.actor, requestId: request.id }
  const input = view.input ? view.input(sent) : sent
  const also: NamedValues = {}
  const read = async (calls: Record<string, FurtherCall>) => {
    for (const [name, { operation, input, fixed }] of Object.entries(calls)) {
      const { output } = await context.run(operationOf(context, operation), input, { ...call, ...(fixed && { fixed }) })
      also[name] = output instanceof RowsAnswer ? output.body() : output
    }
  }
  if (view.before) await read(view.before(sent)).catch(() => {})
  const isPageRequested = input.page !== undefined || input.per_page !== undefined
  const outcome = await context.run(operation, input, {
    ...call,
    confirmed: request.method === 'DELETE',
    fixed: {
      ...route.options.fixed,
      ...(hasPages({ ...route, operation }) && !isPageRequested && { per_page: allRows }),
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
