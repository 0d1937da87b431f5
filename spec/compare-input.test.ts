import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compareInput, type JsonSchema, readAbilityRows } from './conformance.ts'
import type { AbilityRow, InputRow } from './rows.ts'

const rows = readAbilityRows()
const rowOf = (name: string) => rows.find((row) => row.ability === `svc/${name}-v1`)!
const published = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
/** The differences between a row and a zod schema, without the repeated ability name. */
const differences = (name: string, schema: z.ZodType) =>
  compareInput(rowOf(name), published(schema)).map((text) => text.replace(`svc/${name}-v1: input `, ''))

const words = {
  dry_run: z.boolean().optional(),
  confirm: z.boolean().optional(),
  user_confirmed: z.boolean().optional(),
}
const siteRef = z.union([z.int().positive(), z.string()])
const listSites = {
  page: z.int().min(1).default(1),
  per_page: z.int().min(1).max(100).default(20),
  status: z.enum(['any', 'connected', 'disconnected', 'suspended', 'available_update']).default('any'),
  search: z.string().default(''),
  client_id: z.int().positive().optional(),
  tag_id: z.int().positive().optional(),
}

describe('a schema that keeps the contract', () => {
  it('has no differences, written by hand', () => {
    expect(differences('list-sites', z.strictObject(listSites))).toEqual([])
  })

  it.each(rows.map((row) => [row.ability, row] as const))('has none, built from the row of %s', (_, row) => {
    expect(compareInput(row, faithfulSchema(row))).toEqual([])
  })
})

describe('a limit, default, value or type that differs is named', () => {
  it.each([
    [{ per_page: z.int().min(1).max(500).default(20) }, 'per_page has max 500, the contract says 100'],
    [{ per_page: z.int().max(100).default(20) }, 'per_page has min none, the contract says 1'],
    [{ per_page: z.int().gt(1).max(100).default(20) }, 'per_page has min 2, the contract says 1'],
    [{ per_page: z.int().min(1).max(100).default(50) }, 'per_page has default 50, the contract has default 20'],
    [{ per_page: z.int().min(1).max(100).optional() }, 'per_page has no default, the contract has default 20'],
    [{ per_page: z.number().min(1).max(100).default(20) }, 'per_page is number, the contract says integer'],
    [{ client_id: z.int().default(0) }, 'client_id has default 0, the contract has no default'],
    [{ client_id: z.int() }, 'client_id is required, the contract has it optional'],
    [{ tag_id: z.never().optional() }, 'tag_id is of no stated type, the contract says integer'],
    [{ colour: z.string() }, 'colour is required, the contract does not know it'],
  ])('%#: %s', (change, difference) => {
    expect(differences('list-sites', z.strictObject({ ...listSites, ...change }))).toEqual([difference])
  })

  it('names missing and surplus values of an enumeration', () => {
    const status = z.enum(['any', 'connected', 'disconnected', 'suspended', 'lost']).default('any')
    expect(differences('list-sites', z.strictObject({ ...listSites, status }))).toEqual([
      'status does not take "available_update"',
      'status takes "lost", which the contract does not list',
    ])
    expect(differences('list-sites', z.strictObject({ ...listSites, status: z.string().default('any') }))).toEqual([
      'status takes any value, the contract allows any, connected, disconnected, suspended, available_update',
    ])
  })

  it('looks into lists', () => {
    const base = {
      ...words,
      site_ids_or_domains: z.array(siteRef).default([]),
      specific_items: z.array(z.string()).default([]),
    }
    const types = z.array(z.enum(['core', 'plugins', 'themes', 'translations'])).default([])
    expect(differences('run-updates', z.strictObject({ ...base, types }))).toEqual([])
    const ids = z.array(z.int()).default([])
    expect(
      differences(
        'run-updates',
        z.strictObject({ ...base, types: types.unwrap().max(9).default([]), site_ids_or_domains: ids }),
      ),
    ).toEqual(['each element of site_ids_or_domains is integer, the contract says integer or string'])
    expect(
      differences('disconnect-sites', z.strictObject({ ...words, site_ids_or_domains: z.array(siteRef) })),
    ).toEqual(['site_ids_or_domains takes at least 0 elements, the contract says 1'])
  })

  it('wants null where null has a meaning', () => {
    const row = {
      ...rowOf('update-site'),
      input: rowOf('update-site').input.filter((one) => one.name === 'client_id'),
      aliases: {},
    }
    expect(compareInput(row, published(z.object({ client_id: z.int().nullable().optional() })))).toEqual([])
    expect(compareInput(row, published(z.object({ client_id: z.int().optional() })))).toEqual([
      'svc/update-site-v1: input client_id does not take null',
    ])
  })
})

describe('other spellings and the words of every change', () => {
  const either = (names: string[]): JsonSchema => ({ anyOf: names.map((name) => ({ required: [name] })) })
  const suspendSite = (extra: JsonSchema, dropped?: string): JsonSchema => {
    const { required: _, ...schema } = published(
      z.strictObject({ ...words, site_id_or_domain: siteRef, site_id: siteRef }),
    )
    const properties = Object.fromEntries(Object.entries(schema.properties!).filter(([name]) => name !== dropped))
    return { ...schema, properties, ...extra }
  }
  const check = (schema: JsonSchema) =>
    compareInput(rowOf('suspend-site'), schema).map((text) => text.split(': input ')[1])

  it('takes either spelling as the required one', () => {
    expect(check(suspendSite(either(['site_id_or_domain', 'site_id'])))).toEqual([])
    expect(check(suspendSite({ allOf: [either(['site_id_or_domain', 'site_id'])] }))).toEqual([])
  })

  it('notices when only one spelling is let through, or none is asked for', () => {
    expect(check(suspendSite({ required: ['site_id_or_domain'] }))).toEqual([
      'site_id_or_domain is required, so site_id cannot stand for it',
    ])
    expect(check(suspendSite({}))).toEqual(['site_id_or_domain is optional, the contract requires it'])
  })

  it('notices a spelling that is not published, and one that carries a default', () => {
    const ways = either(['site_id_or_domain', 'site_id'])
    expect(check(suspendSite(ways, 'site_id'))).toEqual(['site_id, another spelling of site_id_or_domain, is missing'])
    const preset = suspendSite(ways)
    preset.properties!.site_id = { ...preset.properties!.site_id, default: 1 }
    expect(check(preset)).toEqual(['site_id must not carry a default'])
  })

  it('wants dry_run, confirm and user_confirmed accepted by whatever changes something', () => {
    expect(check(suspendSite(either(['site_id_or_domain', 'site_id']), 'user_confirmed'))).toEqual([
      'user_confirmed is not accepted, every changing operation accepts it',
    ])
  })

  it('lets the operation ask for confirm, not the schema, because a dry run needs none', () => {
    const deleteTag = { ...words, dry_run: z.boolean().default(false), tag_id: z.int() }
    expect(differences('delete-tag', z.strictObject(deleteTag))).toEqual([])
    expect(differences('delete-tag', z.strictObject({ ...deleteTag, confirm: z.literal(true) }))).toEqual([
      'confirm must not be required by the schema: the operation asks for it',
    ])
  })
})

/** A schema that matches the row exactly, with the aliases of decisions.md. */
function faithfulSchema(row: AbilityRow): JsonSchema {
  const value = (input: InputRow, type = input.type): JsonSchema => {
    if (type === 'integer-or-string') return { anyOf: [{ type: 'integer' }, { type: 'string' }] }
    if (type === 'array')
      return { type, minItems: input.minItems, items: value({ ...input, default: undefined }, input.items) }
    const values = input.enum && [...input.enum, ...(input.alsoEnum ?? [])]
    return { type: input.nullable ? [type, 'null'] : type, enum: values, minimum: input.min, maximum: input.max }
  }
  const properties: Record<string, JsonSchema> = row.readonly ? {} : { dry_run: {}, confirm: {}, user_confirmed: {} }
  for (const input of row.input) properties[input.name] = { ...value(input), default: input.default }
  for (const alias of Object.keys(row.aliases)) properties[alias] = {}
  const demands = row.input
    .filter((input) => input.required && input.mustBe === undefined)
    .map(({ name }) => [name, ...Object.keys(row.aliases).filter((alias) => row.aliases[alias] === name)])
    .map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }))
  return { type: 'object', properties, additionalProperties: false, allOf: demands }
}
