import type { Tool } from '@modelcontextprotocol/server'
import type { Actor } from '../../operation/actor.ts'
import { type JsonSchema, publishedInputSchema } from '../../operation/json-schema.ts'
import type { Operation } from '../../operation/operation.ts'
import { mayRun } from '../../operation/require-permission.ts'
import type { SurfaceContext } from '../surface.ts'
import { discoverySchema, maxSearchWords, wordsOf } from './discovery-input.ts'

/** Names as in the adapter for abilities, which models know. */
export const discoveryTools = {
  discover: 'discover-abilities',
  describe: 'get-ability-info',
  execute: 'execute-ability',
} as const

const maxListed = 40

/** Reading, changing and destroying, as MCP annotates it. */
const annotationsOf = ({ effect, idempotent }: Pick<Operation, 'effect' | 'idempotent'>) => ({
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: idempotent,
  openWorldHint: false,
})

/**
 * What a model can use: has an address or is an ability, answers JSON, needs an account, and is not about a person's own sign-in.
 * Operations without an address are for jobs, schedules and the command line: they rely on checks of what starts them.
 */
export function listOffered({ operations, addresses }: Pick<SurfaceContext, 'operations' | 'addresses'>): Operation[] {
  const addressed = new Set(addresses.map(({ operation }) => operation.name))
  return operations.filter(
    ({ name, ability, permission, answers }) =>
      (ability !== undefined || addressed.has(name)) &&
      permission !== 'public' &&
      permission !== 'own' &&
      answers.includes('json'),
  )
}

/** The three tools that reach every operation, and those of operations with `tool: true`; only what the caller may run. */
export function toolsFor(offered: readonly Operation[], actor: Actor): Tool[] {
  const direct = offered.filter((operation) => operation.tool && mayRun(operation, actor))
  return [...discovery, ...direct.map(toolOf)]
}

const toolOf = (operation: Operation): Tool => ({
  name: operation.name,
  description: operation.summary,
  inputSchema: shortSchema(operation),
  annotations: annotationsOf(operation),
})

/** Without other spellings of names, which only cost a model's attention. */
function shortSchema({ inputSchema, effect }: Operation): Tool['inputSchema'] {
  const { confirm, dry_run } = publishedInputSchema({ inputSchema, aliases: {}, effect }).properties ?? {}
  const guards = { ...(dry_run && { dry_run }), ...(confirm && effect === 'destroy' && { confirm }) }
  const { required, $defs } = inputSchema
  // A JSON schema of ours; MCP's type only requires that it describes an object.
  return {
    type: 'object',
    properties: { ...withoutLimits(inputSchema).properties, ...guards },
    ...(required && { required }),
    ...($defs && { $defs }),
  } as Tool['inputSchema']
}

/** Limits of length are checked anyway, and take up a third of the text. */
function withoutLimits(schema: JsonSchema): JsonSchema {
  const { maxLength: _, maxItems: __, minLength: ___, examples: ____, ...rest } = schema
  const { properties, items, anyOf, maximum, minimum, ...others } = rest
  const isSafeInteger = maximum === Number.MAX_SAFE_INTEGER
  return {
    ...others,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && !isSafeInteger && { maximum }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withoutLimits(part)])),
    }),
    ...(items && { items: withoutLimits(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutLimits) }),
  }
}

const discovery: Tool[] = [
  {
    name: discoveryTools.discover,
    description: `Find abilities: everything that can be done here. Returns name, summary and effect of those whose name or summary contains all words of the search (at most ${maxSearchWords}), at most ${maxListed}.`,
    // A JSON schema of ours; MCP's type only requires that it describes an object.
    inputSchema: discoverySchema as Tool['inputSchema'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: discoveryTools.describe,
    description: 'Describe an ability: its input as JSON schema, its effect and what it needs.',
    inputSchema: { type: 'object', properties: { ability_name: { type: 'string' } }, required: ['ability_name'] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: discoveryTools.execute,
    description:
      'Run an ability. Read its input with get-ability-info first. parameters.dry_run: true shows what a change would do; what cannot be undone needs parameters.confirm: true.',
    inputSchema: {
      type: 'object',
      properties: { ability_name: { type: 'string' }, parameters: { type: 'object', additionalProperties: true } },
      required: ['ability_name'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
]

/** What discover-abilities answers. */
export function discover(offered: readonly Operation[], actor: Actor, search: string): unknown {
  const allowed = offered.filter((operation) => mayRun(operation, actor))
  const words = wordsOf(search)
  if (words.length === 0) return { abilities: allowed.map(({ name }) => name), total: allowed.length }
  const found = allowed.filter(({ name, summary }) => {
    const text = `${name} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const abilities = found.slice(0, maxListed).map(({ name, summary, effect }) => ({ name, summary, effect }))
  return { abilities, total: found.length }
}

/** What get-ability-info answers. */
export const describeAbility = (operation: Operation): unknown => ({
  name: operation.name,
  summary: operation.summary,
  effect: operation.effect,
  permission: operation.permission,
  input_schema: shortSchema(operation),
})
