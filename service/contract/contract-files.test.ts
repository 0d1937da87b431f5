import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { DataOf, InputOf, OutputOf } from '../../contract/client.ts'
import { addresses, operations } from '../catalogue.ts'
import { sampleCatalogue } from '../surfaces/testing/sample-catalogue.ts'
import { contractDocuments, contractFiles, findStale } from './contract-files.ts'

const files = contractFiles(sampleCatalogue)
const documents = contractDocuments(sampleCatalogue)

describe('catalogue.json', () => {
  const { operations: described } = JSON.parse(documents['catalogue.json'])

  it('contains every operation, ordered by name', () => {
    expect(described.map(({ name }: { name: string }) => name)).toEqual(
      sampleCatalogue.operations.map(({ name }) => name).sort(),
    )
  })

  it('describes an operation, its input, its output and its addresses', () => {
    expect(described.find(({ name }: { name: string }) => name === 'paint-boat')).toMatchObject({
      ability: null,
      effect: 'change',
      permission: 'sites.manage',
      requires: null,
      aliases: { color: 'colour' },
      input: { properties: { coats: { default: 2 } }, required: ['boat_id', 'colour'] },
      output: { properties: { painted: { const: true } } },
      addresses: [{ kind: 'route', methods: ['PUT', 'PATCH'], path: '/boats/{id}/paint', names: { id: 'boat_id' } }],
    })
  })
})

describe('digest.txt', () => {
  const lines = files['digest.txt'].split('\n')

  it('has a line for each operation and field, with everything that limits its values', () => {
    expect(lines).toContain('paint-boat = change sites.manage, PUT|PATCH /boats/{id}/paint, answers json')
    expect(lines.filter((line) => line.startsWith('paint-boat <'))).toMatchInlineSnapshot(`
      [
        "paint-boat < boat_id integer(1..) required",
        "paint-boat < colour "red"|"blue" required",
        "paint-boat < coats integer(1..9) default 2",
        "paint-boat < secret_mark string(..500) default """,
        "paint-boat < papers any",
      ]
    `)
  })

  it('ends with the hash of the documents', () => {
    const changed = { ...sampleCatalogue, operations: sampleCatalogue.operations.slice(1) }
    expect(lines.at(-2)).toMatch(/^sha256 [0-9a-f]{64}$/)
    expect(contractFiles(changed)['digest.txt'].split('\n').at(-2)).not.toBe(lines.at(-2))
  })
})

describe('client.ts', () => {
  const text = files['client.ts']

  it('has types of inputs and outputs', () => {
    expect(text).toContain(`  'sink-boat': {
    effect: 'destroy'
    input: {
      boat_id: number
    } & Guards
    output: {
      sunk: true
    }
  }`)
    expect(text).toContain(`colour: 'red' | 'blue'`)
    expect(text).toContain('coats?: number')
    expect(text).toContain('boat_id_or_name: number | string')
    expect(text).toContain('papers: unknown')
  })

  it('has one address per operation, the best one', () => {
    expect(text).toContain(`'list-boats': { surface: 'rest', method: 'GET', path: '/api/v2/boats', list: 'items' },`)
    expect(text).toContain(`path: '/api/v2/boats/{id}/paint', names: { id: 'boat_id' } },`)
    expect(text, 'REST shows something else').toContain(
      `'get-boat': { surface: 'ability', method: 'POST', path: '/api/v1/abilities/svc/get-boat-v1/run' },`,
    )
    expect(text).toContain(
      `'board-boat': { surface: 'rest', method: 'POST', path: '/api/v2/aboard', hides: 'session_token' },`,
    )
  })

  it('gives callers exact types', () => {
    expectTypeOf<InputOf<'switch-module'>>().toExtend<{ name: string; active: boolean; dry_run?: boolean }>()
    expectTypeOf<OutputOf<'switch-module'>>().toEqualTypeOf<{ name: string; active: boolean }>()
    expectTypeOf<DataOf<'list-modules'>>().toEqualTypeOf<OutputOf<'list-modules'>['modules']>()
    expectTypeOf<DataOf<'switch-module'>>().toEqualTypeOf<OutputOf<'switch-module'>>()
    expectTypeOf<DataOf<'sign-in'>>().not.toHaveProperty('session_token')
  })
})

it('generates the same bytes for the same catalogue', () => {
  expect(contractFiles(sampleCatalogue)).toEqual(files)
  expect(contractFiles({ ...sampleCatalogue, publicUrl: 'https://fleet.example' }), 'wherever it runs').toEqual(files)
  const shuffled = { ...sampleCatalogue, operations: [...sampleCatalogue.operations].reverse() }
  expect(contractDocuments(shuffled)['catalogue.json']).toBe(documents['catalogue.json'])
  expect(contractFiles(shuffled)['client.ts']).toBe(files['client.ts'])
})

it('describes the real catalogue', () => {
  expect(JSON.parse(contractDocuments({ operations, addresses })['catalogue.json']).operations).toHaveLength(
    operations.length,
  )
})

describe('a stale copy', () => {
  let path: string
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'contract-'))
    for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)
  })
  afterEach(() => rm(path, { recursive: true }))
  const stale = () => findStale(pathToFileURL(`${path}/`), files)

  it('is not reported when the files are current', async () => {
    expect(await stale()).toEqual([])
  })

  it('is reported with what to do', async () => {
    await writeFile(join(path, 'client.ts'), files['client.ts'].replace("'red'", "'green'"))
    await rm(join(path, 'digest.txt'))
    const problems = await stale()
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^contract\/client.ts is stale \(line \d+ should be: colour: 'red' .*npm run generate/)
    expect(problems[1]).toMatch(/^contract\/digest.txt is missing: run "npm run generate"/)
  })
})
