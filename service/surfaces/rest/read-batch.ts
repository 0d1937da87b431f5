import type { FastifyRequest } from 'fastify'
import type { BatchKey } from '../../operation/address.ts'
import { convert } from '../../operation/convert.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { guardNames } from '../../operation/json-schema.ts'
import { ownValue } from '../../operation/own-value.ts'
import { readQuery } from '../http/brackets.ts'
import { tolerated } from './read-request.ts'

export type BatchGroup = Record<string, unknown[]>

/** Guards for all items, from the query or next to the groups. */
export interface Guards {
  confirm?: boolean
  dry_run?: boolean
}

export function readGroups(request: FastifyRequest): { groups: Record<string, BatchGroup>; guards: Guards } {
  if (!isObject(request.body))
    throw invalidInput({ '': 'send an object of groups, such as {"sites": {"sync": [1, 2]}}' })
  const { guards, rest } = readGuards(request, request.body)
  const groups = Object.entries(rest).map(([name, group]) => [name, readActions(group, name)] as const)
  return { groups: Object.fromEntries(groups), guards }
}

export function readGroup(request: FastifyRequest): { group: BatchGroup; guards: Guards } {
  if (!isObject(request.body)) return { group: readActions(request.body, ''), guards: {} }
  const { guards, rest } = readGuards(request, request.body)
  return { group: readActions(rest, ''), guards }
}

function readActions(group: unknown, name: string): BatchGroup {
  if (!isObject(group)) throw invalidInput({ [name]: 'must be an object of lists, such as {"sync": [1, 2]}' })
  const actions: BatchGroup = {}
  for (const [action, items] of Object.entries(group)) {
    if (!Array.isArray(items)) throw invalidInput({ [name === '' ? action : `${name}.${action}`]: 'must be a list' })
    actions[action] = items
  }
  return actions
}

function readGuards(request: FastifyRequest, body: Record<string, unknown>) {
  const query = readQuery(request.raw.url ?? '')
  const guards: Guards = {}
  const problems: Record<string, string> = {}
  const rest = { ...body }
  for (const name of Object.keys(query).filter((name) => !tolerated(name) && !guardNames.includes(name)))
    problems[name] = `is not a known field; known fields: ${guardNames.join(', ')}`
  for (const name of guardNames) {
    const given = [query, body].filter((source) => Object.hasOwn(source, name)).map((source) => source[name])
    delete rest[name]
    const value = convert({ type: 'boolean' }, given[0])
    if (given.length === 0) continue
    if (given.length > 1) problems[name] = 'is given twice'
    else if (typeof value !== 'boolean') problems[name] = 'must be true or false'
    else if (name === 'confirm' || name === 'dry_run') guards[name] = value
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return { guards, rest }
}

/** The input of one item. A dry run of the batch overrules the item. */
export function readItem(key: BatchKey, item: unknown, guards: Guards): unknown {
  const input = inputOf(key, item)
  if (key.operation.effect === 'read' || !isObject(input)) return input
  const { confirm, dry_run } = guards
  return { ...(confirm !== undefined && { confirm }), ...input, ...(dry_run && { dry_run }) }
}

function inputOf(key: BatchKey, item: unknown): unknown {
  if (key.idField !== null && !isObject(item)) return { [key.idField]: item }
  if (!isObject(item)) return item
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item)) {
    const field = fieldOf(key, name)
    if (Object.hasOwn(input, field))
      throw invalidInput({ [name]: `is the same field as ${field}; give only one of them` })
    input[field] = value
  }
  return input
}

function fieldOf({ idField, operation, options: { names = {} } }: BatchKey, name: string): string {
  if (idField !== null && (name === 'id' || operation.aliases[name] === idField)) return idField
  return ownValue(names, name) ?? name
}

/** The id in an item; null for new or unnamed items. */
export function itemIdOf(key: BatchKey | undefined, item: unknown): string | number | null {
  if (!isObject(item)) return textOrNumber(item)
  return firstValue(item, key ? namesOf(key, key.idField) : ['id'])
}

/** The value of the key's unique field in an item; null where the key or the item has none. */
export function uniqueValueOf(key: BatchKey | undefined, item: unknown): string | number | null {
  return key && isObject(item) ? firstValue(item, namesOf(key, key.options.uniqueField ?? null)) : null
}

function firstValue(item: Record<string, unknown>, names: string[]): string | number | null {
  const given = names.find((name) => Object.hasOwn(item, name))
  return given === undefined ? null : textOrNumber(item[given])
}

/** The names of a field in an item. The fields of an item are not searched, because there may be many. */
function namesOf(key: BatchKey, field: string | null): string[] {
  const { operation, options } = key
  const names = ['id', ...Object.keys(operation.aliases), ...Object.keys(options.names ?? {})]
  const isField = (name: string) => (operation.aliases[name] ?? fieldOf(key, name)) === field
  return field === null ? [] : [...new Set([field, ...names.filter(isField)])]
}

export const textOrNumber = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

export function refuseTooMany(groups: BatchGroup[], limit: number) {
  const count = groups.flatMap((group) => Object.values(group)).reduce((sum, items) => sum + items.length, 0)
  if (count <= limit) return
  throw new ServiceError(
    'svc_request_too_large',
    'too-large',
    `A batch takes at most ${limit} items and this one has ${count}; nothing was executed. Send it in parts.`,
  )
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
