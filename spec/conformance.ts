import type { AbilityRow, RouteRow } from './rows.ts'

/** Pure comparisons of the contract's rows with what a running service offers. Each returns sentences; none means conformity. */

export { compareInput } from './compare-input.ts'
export { compareDryRun, compareOutput } from './compare-output.ts'
export type { JsonSchema } from './json-schema.ts'
export { readAbilityRows, readErrorRows, readRouteRows } from './rows.ts'

export type ServedAbility = { ability: string; methods: readonly string[] }
export type ServedRoute = { method: string; path: string }

/** Abilities, or methods of abilities, that the contract promises and the service does not answer. */
export function missingAbilities(rows: readonly AbilityRow[], served: readonly ServedAbility[]): string[] {
  const methodsOf = methodsByAbility(served)
  return rows.flatMap((row) => {
    const answered = methodsOf.get(row.ability)
    if (!answered) return [`${row.ability} is not served`]
    return promisedMethods(row)
      .filter((method) => !answered.has(method))
      .map((method) => `${row.ability} does not answer ${method}`)
  })
}

/** Abilities, or methods of abilities, that the service answers although the contract does not have them. */
export function unexpectedAbilities(rows: readonly AbilityRow[], served: readonly ServedAbility[]): string[] {
  const rowOf = new Map(rows.map((row) => [row.ability, row]))
  return [...methodsByAbility(served)].flatMap(([ability, answered]) => {
    const row = rowOf.get(ability)
    if (!row) return [`${ability} is served but not in the contract`]
    const promised = promisedMethods(row)
    return [...answered]
      .filter((method) => !promised.includes(method) && !impliedMethods.has(method))
      .map((method) => `${ability} answers ${method}, the contract says ${promised.join(', ')}`)
  })
}

/** REST rows that no served route answers. Placeholder names are free: /sites/{id} serves /sites/{id_or_domain}. */
export function missingRoutes(rows: readonly RouteRow[], served: readonly ServedRoute[]): string[] {
  const answered = new Set(served.map(routeKey))
  return rows.filter((row) => !answered.has(routeKey(row))).map((row) => `${row.method} ${row.path} is not served`)
}

/** One key per method and path, with placeholder names folded away. */
export function routeKey({ method, path }: ServedRoute): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

/** HTTP gives these to every address that answers at all. */
const impliedMethods = new Set(['HEAD', 'OPTIONS'])

function promisedMethods(row: AbilityRow): string[] {
  return [row.method, ...row.alsoMethods]
}

function methodsByAbility(served: readonly ServedAbility[]): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  for (const { ability, methods } of served) {
    const known = methodsOf.get(ability) ?? new Set()
    methodsOf.set(ability, new Set([...known, ...methods.map((method) => method.toUpperCase())]))
  }
  return methodsOf
}
