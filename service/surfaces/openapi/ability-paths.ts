import { publishedInputSchema } from '../../operation/json-schema.ts'
import { type AbilityOperation, isAbility, type Operation } from '../../operation/operation.ts'
import { allowedMethods, mainMethod } from '../abilities/methods.ts'
import { changeHeaders, describeOperation, operationIdOf, type Paths } from './path-item.ts'
import { abilityResponses } from './responses.ts'
import { definitionsOf } from './rest-fields.ts'
import { type SchemaRegistry, schemaName } from './schema-registry.ts'

export const abilityBase = '/api/v1'
export const uncategorised = 'svc-other'

export const abilityAddress = (operation: Operation) => `${abilityBase}/abilities/${operation.ability}/run`

/** One run address per ability, with every method. */
export function abilityPaths(operations: readonly Operation[], registry: SchemaRegistry): Paths {
  const paths: Paths = {}
  for (const operation of operations) {
    if (!isAbility(operation)) continue
    const main = mainMethod(operation)
    const others = allowedMethods(operation).filter((method) => method !== 'HEAD' && method !== main)
    // The published method is first, so that it gets the plain name.
    const methods = [main, ...others]
    const entries = methods.map((method) => [
      method.toLowerCase(),
      describeAbility(operation, method, methods, registry),
    ])
    paths[abilityAddress(operation)] = Object.fromEntries(entries)
  }
  return paths
}

function describeAbility(
  operation: AbilityOperation,
  method: string,
  methods: readonly string[],
  registry: SchemaRegistry,
) {
  const published = publishedInputSchema(operation)
  const input = registry.keep(schemaName(operation.name, 'Input'), {
    ...published,
    ...definitionsOf(operation.inputSchema),
  })
  const needsInput = published.type === 'object'
  const takesBody = method === 'POST'
  const changes = changeHeaders(operation)
  const name = operation.ability.slice(operation.ability.indexOf('/') + 1)
  return {
    ...describeOperation(operation, operation.category ?? uncategorised, operationIdOf(name, method, methods)),
    ...(takesBody
      ? {
          ...(changes.length > 0 && { parameters: changes }),
          requestBody: {
            required: needsInput,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { input },
                  ...(needsInput && { required: ['input'] }),
                  additionalProperties: false,
                },
              },
            },
          },
        }
      : {
          parameters: [
            ...changes,
            {
              name: 'input',
              in: 'query',
              description: 'input[name]=value; lists as input[name][]=value or separated by commas.',
              ...(needsInput && { required: true }),
              style: 'deepObject',
              explode: true,
              schema: input,
            },
          ],
        }),
    responses: abilityResponses(operation, { takesBody, namesAThing: needsInput }, registry),
  }
}
