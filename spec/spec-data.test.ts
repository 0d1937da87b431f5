import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routeKey } from './conformance.ts'
import {
  interfaceText,
  reportSegments,
  statedInputs,
  statedRoutes,
  type TableRow,
  tableRows,
} from './read-interface.ts'
import { type Field, readAbilityRows, readErrorRows, readRouteRows } from './rows.ts'

const abilities = readAbilityRows()
const routes = readRouteRows()
const errors = readErrorRows()
const decisions = readFileSync(new URL('decisions.md', import.meta.url), 'utf8')
const statedAbilities = ['4.2', '4.3', '4.4', '4.5'].flatMap((section) =>
  tableRows(section).map((row): TableRow => ({ ...row, section })),
)
const rowOf = (ability: string) => abilities.find((row) => row.ability === ability)!
const namesOf = (shape: Field[] = []) =>
  shape.flatMap((field) => (typeof field === 'string' ? field : Object.keys(field)))
const allNamesOf = (shape: Field[] = []) =>
  shape.flatMap((field) => (typeof field === 'string' ? field : Object.entries(field).flat(2)))
const snakeWords = (text: string) => text.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []

it('holds the interface exactly as it was received', () => {
  const received = '3c3cae416f03295c22952b2c30bbc48697fb21b4657e70d47d79db78c76dcf73'
  expect(createHash('sha256').update(interfaceText).digest('hex')).toBe(received)
})

describe('abilities.json', () => {
  it('has every ability of the interface with its section and method, and no other', () => {
    const stated = statedAbilities.map((row) => `${row.section} ${row.Method} ${row.Ability}`)
    expect(stated).toHaveLength(61)
    const held = abilities.filter((row) => row.source === 'spec')
    expect(held.map((row) => `${row.section} ${row.method} ${row.ability}`)).toEqual(stated)
    expect(abilities.filter((row) => row.source !== 'spec').map((row) => row.ability)).toEqual([
      'svc/get-batch-job-status-v1',
    ])
  })

  it('counts 30 site, 11 client, 7 tag, 13 update abilities and one for jobs', () => {
    const counts = Object.groupBy(abilities, (row) => row.category)
    expect(Object.entries(counts).map(([category, rows]) => [category, rows?.length])).toEqual([
      ['svc-sites', 30],
      ['svc-clients', 11],
      ['svc-tags', 7],
      ['svc-updates', 13],
      ['svc-batch', 1],
    ])
  })

  it.each(statedAbilities.map((row) => [row.Ability!, row.Input!]))('takes the input of %s', (ability, cell) => {
    const held = rowOf(ability).input.filter((input) => input.source === undefined)
    const stated = statedInputs(cell)
    expect(held.map((input) => input.name)).toEqual(stated.map((input) => input.name))
    for (const [index, input] of stated.entries()) {
      const { type, required, default: preset, enum: values, min, max } = held[index]!
      const seen = {
        name: input.name,
        type: input.type ? type : undefined,
        required,
        default: preset,
        enum: values,
        min,
        max,
      }
      expect(seen).toEqual(input)
    }
  })

  it.each(statedAbilities.map((row) => [row.Ability!, row.Response!]))(
    'answers with the fields of %s',
    (ability, cell) => {
      const { response, queuedResponse, dryRunResponse, input, source } = rowOf(ability)
      expect(source).toBe('spec')
      const held = new Set([response, queuedResponse, dryRunResponse].flatMap(allNamesOf))
      const codes = ['svc_module_not_available', ...input.map((one) => one.name)]
      expect(snakeWords(cell).filter((word) => !held.has(word) && !codes.includes(word))).toEqual([])
      const elsewhere = /section 2\.\d\)$|object|detail|same shape|not shown/.test(cell) && !cell.includes('[]')
      const absent = namesOf(response).filter((name) => !new RegExp(`\\b${name}\\b`).test(cell))
      expect(elsewhere ? [] : absent).toEqual([])
    },
  )

  it.each([
    ['2.1', 'svc/get-site-v1', ''],
    ['2.2', 'svc/get-client-v1', ''],
    ['2.4', 'svc/get-tag-v1', ''],
    ['2.5', 'svc/get-site-plugins-v1', 'plugins.'],
    ['2.5', 'svc/get-site-themes-v1', 'themes.'],
  ])('has the fields and types of table %s in %s', (section, ability, prefix) => {
    const { responseTypes } = rowOf(ability)
    for (const { Field: names, Type: type } of tableRows(section)) {
      for (const name of names!.split(', '))
        expect([name, responseTypes[prefix + name]]).toEqual([name, type!.split(' ')[0]])
    }
  })

  it('has the modules, the methods and the plans that follow from the decisions', () => {
    const requiring = abilities.filter((row) => row.requires).map((row) => [row.ability, row.requires])
    expect(requiring).toEqual([
      ['svc/get-site-changes-v1', 'logs'],
      ['svc/get-site-costs-v1', 'cost-tracker'],
      ['svc/get-client-costs-v1', 'cost-tracker'],
    ])
    for (const row of abilities) {
      const other = row.method === 'GET' ? 'POST' : 'GET'
      const also = row.readonly ? [other] : row.ability === 'svc/delete-tag-v1' ? ['DELETE'] : []
      expect([row.ability, row.alsoMethods]).toEqual([row.ability, also])
      expect([row.ability, row.dryRunResponse === undefined]).toEqual([row.ability, row.readonly])
      const confirms = row.input.some((input) => input.mustBe === true)
      expect([row.ability, row.destructive]).toEqual([row.ability, confirms])
    }
  })

  it('has aliases that lead to an input, and a type for every response field', () => {
    for (const row of abilities) {
      const inputs = row.input.map((input) => input.name)
      expect(Object.values(row.aliases).filter((name) => !inputs.includes(name))).toEqual([])
      expect(Object.keys(row.aliases).filter((alias) => inputs.includes(alias))).toEqual([])
      const shapes = [row.response, row.queuedResponse, row.dryRunResponse]
      const paths = shapes.flatMap((shape = []) =>
        shape.flatMap((field) =>
          typeof field === 'string'
            ? field
            : Object.entries(field).flatMap(([name, nested]) => [name, ...nested.map((inner) => `${name}.${inner}`)]),
        ),
      )
      expect(Object.keys(row.responseTypes)).toEqual([...new Set(paths)])
    }
  })
})

describe('routes.json', () => {
  const features = `access settings sites software clients tags activity sync updates costs monitors ssl-monitor
    domain-monitor perf-audit posts pages users comments reports time-tracker jobs modules notifications
    overview`.split(/\s+/)

  it('has every method of every path of the interface, and no other as the interface’s own', () => {
    const held = routes.filter((row) => row.source === 'spec').map((row) => `${row.method} ${row.path}`)
    expect(held.toSorted()).toEqual(statedRoutes().toSorted())
  })

  it('has all 31 report segments', () => {
    const held = routes.filter((row) => row.path.startsWith('/pro-reports/')).map((row) => row.path.split('/').at(-1))
    expect(reportSegments()).toHaveLength(31)
    expect(held).toEqual(reportSegments())
  })

  it('lists each route once under any names of placeholders, with a known feature and module', () => {
    expect(new Set(routes.map(routeKey)).size).toBe(routes.length)
    const modules = /^- (.+?): active by default/m.exec(decisions)![1]!.split(', ')
    expect(routes.filter((row) => row.requires && !modules.includes(row.requires))).toEqual([])
    const withoutFeature = routes.filter((row) => !features.includes(row.feature ?? ''))
    expect([...new Set(withoutFeature.map((row) => row.path))]).toEqual(['/batch'])
  })

  it('has the section and the parameters of every table row', () => {
    for (const section of ['4.7', '4.8', '4.9', '4.10', '4.11', '4.12']) {
      for (const row of tableRows(section)) {
        const held = routes.find((route) => route.source === 'spec' && route.path === row.Path)!
        expect([row.Path, held.section]).toEqual([row.Path, section])
        const cell = (row['Key params'] ?? row['Key params (examples)'] ?? '').replace(
          / ?\([^)]*\)|optional |\[\]/g,
          '',
        )
        const plain = cell !== 'same' && /^[\w.]+(, [\w.]+)*$/.test(cell)
        const stated = (plain ? cell.split(', ') : snakeWords(cell)).filter((name) => !row.Path!.includes(`{${name}}`))
        if (plain) expect([row.Path, held.params]).toEqual([row.Path, stated])
        else expect([row.Path, stated.filter((name) => !held.params.includes(name))]).toEqual([row.Path, []])
      }
    }
  })

  it('invents no parameter on a row of the interface', () => {
    const words = new Set(interfaceText.match(/[\w.]+\w/g))
    const invented = routes
      .filter((row) => row.source === 'spec')
      .flatMap((row) => row.params.filter((name) => !words.has(name)))
    expect(invented).toEqual([])
  })
})

it('counts what the README counts', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const own = routes.filter((row) => row.source === 'spec').length
  const proposed = routes.filter((row) => row.proposed).length
  expect(readme).toContain(`${abilities.length} rows`)
  expect(readme).toContain(
    `${routes.length} rows: ${own} of the interface, ${routes.length - own} of the decisions (${proposed} of them`,
  )
  expect(readme).toContain(`${errors.length} rows`)
})
