import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../operation/errors.ts'
import { RowsAnswer } from '../../operation/json-rows.ts'
import type { Operation } from '../../operation/operation.ts'
import { isAbility } from '../../operation/operation.ts'
import { ownValue } from '../../operation/own-value.ts'
import { requirePermission } from '../../operation/require-permission.ts'
import type { Call } from '../../operation/run-operation.ts'
import { shorten } from '../../operation/shorten.ts'
import { abilityNeeds, abilityViews } from '../compat/ability-views.ts'
import { isAliased } from '../compat/their-names.ts'
import { callOf } from '../http/call-of.ts'
import { refuseIfMatch } from '../http/entity-tag.ts'
import { everyMethod } from '../http/mount-path.ts'
import { readParams } from '../http/request-parts.ts'
import { sendSpecialAnswer } from '../http/send-answer.ts'
import { hasRows, sendRows } from '../http/send-rows.ts'
import { wrongMethod } from '../http/surface-errors.ts'
import type { SurfaceContext } from '../surface.ts'
import { allowedMethods } from './methods.ts'
import { readAbilityInput } from './read-input.ts'

export const abilityNotFound = (name: string) =>
  new ServiceError(
    'svc_ability_not_found',
    'missing',
    `There is no ability ${shorten(name)}; GET /abilities lists them all.`,
  )

/** `{base}/abilities/svc/<name>/run`: one address shape for every ability. */
export function mountRunAbility(app: FastifyInstance, base: string, context: SurfaceContext): void {
  const abilities = new Map(
    context.operations
      .filter(isAbility)
      .map((operation): [string, { operation: Operation; allowed: string[] }] => [
        operation.ability,
        { operation, allowed: allowedMethods(operation) },
      ]),
  )

  const find = (request: FastifyRequest): { operation: Operation; allowed: string[] } => {
    const { namespace, name } = readParams(request)
    const found = abilities.get(`${namespace}/${name}`)
    if (!found) throw abilityNotFound(`${namespace}/${name}`)
    return found
  }

  app.route({
    method: [...everyMethod],
    url: `${base}/abilities/:namespace/:name/run`,
    config: { countsCalls: true },
    // Before the body is read: callers without permission learn nothing about the input.
    onRequest: (request, _reply, done) => {
      const { operation, allowed } = find(request)
      if (!allowed.includes(request.method)) throw wrongMethod(request.method, allowed)
      requirePermission(operation, request.actor)
      done()
    },
    handler: async (request, reply) => {
      const { operation } = find(request)
      refuseIfMatch(request)
      const call = callOf(request, reply, operation)
      const fixed = isAliased(request) ? ownValue(abilityNeeds, operation.name)?.fixed : undefined
      const input = readAbilityInput(request)
      const { output: answer, dryRun } = await context.run(operation, input, { ...call, ...(fixed && { fixed }) })
      if (sendSpecialAnswer(answer, request, reply)) return reply
      const output = answer instanceof RowsAnswer ? answer.body() : answer
      const body = isAliased(request) && !dryRun ? await addFields(operation.name, output, call, context) : output
      return hasRows(body) ? sendRows(body, request, reply) : body
    },
  })
}

/** The output with what the ability of the established product returns in addition. */
async function addFields(name: string, output: unknown, call: Call, { operations, run }: SurfaceContext) {
  const added = ownValue(abilityViews, name)
  if (!added) return output
  // A view takes the output of its operation, whose type the catalogue forgets.
  const further = ownValue(abilityNeeds, name)?.also?.(output as never) ?? null
  const operation = further && operations.find((one) => one.name === further.operation)
  const also = operation ? (await run(operation, further.input, call)).output : null
  // The same type as above.
  return Object.assign({}, output, added(output as never, also as never))
}
