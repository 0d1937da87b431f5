import type { BatchKey, Route } from '../../operation/address.ts'
import type { Feature } from '../../operation/feature.ts'
import type { Operation } from '../../operation/operation.ts'

/** Rules about the features as data. Each returns one sentence per violation: what is wrong and what to do. */

const operationsOf = (features: readonly Feature[]) => features.flatMap((feature) => feature.operations)
const routesOf = (features: readonly Feature[]): Route[] =>
  features.flatMap((feature) => feature.addresses).filter((address) => address.kind === 'route')
const batchesOf = (features: readonly Feature[]): BatchKey[] =>
  features.flatMap((feature) => feature.addresses).filter((address) => address.kind === 'batch')

export function repeatedNames(features: readonly Feature[]): string[] {
  const names = repeated(operationsOf(features).map(({ name }) => name)).map(
    (name) => `Two operations are called ${name}: rename one.`,
  )
  const keys = repeated(batchesOf(features).map(({ group, action }) => `${group}.${action}`))
  return [...names, ...keys.map((key) => `The batch key ${key} exists twice: keep one.`)]
}

export function malformedNames(features: readonly Feature[]): string[] {
  return operationsOf(features).flatMap(({ name, ability, category }) => [
    ...(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)
      ? []
      : [`${name}: write an operation's name in lower case with hyphens.`]),
    ...(ability === undefined || ability === `svc/${name}-v1`
      ? []
      : [`${name}: its ability is called ${ability}; call it svc/${name}-v1.`]),
    ...(ability !== undefined && category === undefined ? [`${name}: an ability needs a category.`] : []),
  ])
}

export function unknownModules(features: readonly Feature[], modules: readonly string[]): string[] {
  return operationsOf(features)
    .filter(({ requires }) => requires !== undefined && !modules.includes(requires))
    .map(
      ({ name, requires }) => `${name} requires the module ${requires}, which does not exist: ${modules.join(', ')}.`,
    )
}

export function changesWithoutPlan(features: readonly Feature[]): string[] {
  return operationsOf(features)
    .filter(({ effect, plan }) => effect !== 'read' && !plan)
    .map(({ name }) => `${name} changes something and has no plan: add .plans(…) for the dry run.`)
}

/** An unknown field must be refused: a misspelled one would be ignored silently. */
export function lenientInputs(features: readonly Feature[]): string[] {
  return operationsOf(features)
    .filter(
      (operation) =>
        operation.input
          .safeParse({ 'no such field': 1 })
          .error?.issues.every(({ code }) => code !== 'unrecognized_keys') ?? true,
    )
    .map(({ name }) => `${name} accepts unknown fields: make its input a z.strictObject.`)
}

export function repeatedAddresses(features: readonly Feature[]): string[] {
  const routes = routesOf(features)
  const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')
  const same = repeated(routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${shapeOf(path)}`)))
  const spellings = Map.groupBy(new Set(routes.map(({ path }) => path)), shapeOf)
  const batchPaths = new Set(['/batch', ...batchesOf(features).map(({ group }) => `/${group}/batch`)])
  return [
    ...same.map((address) => `${address} leads to two operations: keep one.`),
    ...[...spellings.values()]
      .filter((paths) => paths.length > 1)
      .map((paths) => `${paths.join(' and ')} are the same address: call the placeholders alike.`),
    ...routes
      .filter(({ path }) => batchPaths.has(path))
      .map(({ path }) => `${path} belongs to the batches: choose another path.`),
  ]
}

/** The names and fields of a route or batch key must match its operation. */
export function mismatchedAddresses(features: readonly Feature[]): string[] {
  return [...mismatchedRoutes(features), ...mismatchedBatches(features)]
}

function mismatchedBatches(features: readonly Feature[]): string[] {
  return batchesOf(features).flatMap(({ group, action, operation, idField, options }) => {
    const { properties: fields = {} } = operation.inputSchema
    return [idField, options.uniqueField, ...Object.values(options.names ?? {})]
      .filter((name) => name != null && !Object.hasOwn(fields, name))
      .map(
        (name) => `The batch key ${group}.${action} has the field ${name}, which is not an input of ${operation.name}.`,
      )
  })
}

function mismatchedRoutes(features: readonly Feature[]): string[] {
  return routesOf(features).flatMap((route) => {
    const { operation, options, path, methods } = route
    const where = `${methods.join('|')} ${path}`
    const { properties: fields = {}, required = [] } = operation.inputSchema
    const named = (name: string) => options.names?.[name] ?? operation.aliases[name] ?? name
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const unknown = (name: string) => !Object.hasOwn(fields, name)
    return [
      ...placeholders
        .filter((name) => unknown(named(name)))
        .map((name) => `${where}: {${name}} is not an input of ${operation.name}; add its input name to names.`),
      ...Object.entries(options.names ?? {})
        .filter(([, name]) => unknown(name))
        .map(([from, to]) => `${where}: names sends ${from} to ${to}, which is not an input of ${operation.name}.`),
      ...Object.keys(options.fixed ?? {})
        .filter((name) => unknown(name) || required.includes(name))
        .map(
          (name) =>
            `${where}: ${name} is fixed by the address, so ${operation.name} must have it as an optional input.`,
        ),
      ...listProblems(operation, options.list).map((problem) => `${where}: ${problem}`),
    ]
  })
}

function listProblems(operation: Operation, list: string | undefined): string[] {
  if (list === undefined) return []
  const { properties = {} } = operation.outputSchema
  return [list, 'total']
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `a list needs the field ${name} in the output of ${operation.name}.`)
}

/** Browsers follow links without confirmation, so a GET must not change anything. */
export function changesByLink(features: readonly Feature[]): string[] {
  return routesOf(features)
    .filter(({ methods, operation }) => methods.includes('GET') && operation.effect !== 'read')
    .map(({ path, operation }) => `GET ${path} runs ${operation.name}, which changes something: use another method.`)
}

/** Operations with an address or a schedule must be listed; otherwise neither the ability API nor the queue finds them. */
export function unlistedOperations(features: readonly Feature[]): string[] {
  const listed = new Set(operationsOf(features))
  return features.flatMap((feature) => {
    const used = [...feature.addresses, ...(feature.schedule ?? [])].map(({ operation }) => operation)
    return [...new Set(used)]
      .filter((operation) => !listed.has(operation))
      .map(
        ({ name }) =>
          `${feature.name}: ${name} has an address or a schedule and is in no feature's list of operations.`,
      )
  })
}

function repeated(texts: string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}
