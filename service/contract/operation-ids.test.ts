import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addresses, messages, operations } from '../catalogue.ts'
import { buildOpenApi } from '../surfaces/openapi/build-openapi.ts'
import { addNewIds, brokenPromises, operationIdsOf } from './operation-ids.ts'

const promised = JSON.parse(readFileSync(new URL('../../spec/operation-ids.json', import.meta.url), 'utf8'))
const current = operationIdsOf(buildOpenApi({ operations, addresses, messages }))

describe('operationIds', () => {
  it('stay at their addresses: generated clients name their functions after them', () => {
    expect(brokenPromises(promised, current)).toEqual([])
  })

  it('are all in the list of promised ids (npm run generate adds new ones)', () => {
    expect(Object.keys(current).filter((id) => !Object.hasOwn(promised, id))).toEqual([])
  })

  it('are not numbered, and name what the address does', () => {
    expect(Object.keys(current).filter((id) => /-\d+$/.test(id))).toEqual([])
    expect(current['unignore-plugin-updates-everywhere']).toBe('POST /api/v2/updates/unignore/plugins')
  })

  it('are refused when two addresses have the same one', () => {
    const paths = { '/a': { get: { operationId: 'list-boats' } }, '/b': { get: { operationId: 'list-boats' } } }
    expect(() => operationIdsOf({ paths })).toThrow('GET /a and GET /b have the operationId list-boats')
  })

  it('are reported when one is missing or moved; new ones are added without changing the others', () => {
    const before = { 'list-boats': 'GET /boats', 'sink-boat': 'DELETE /boats/{id}' }
    const after = { 'list-boats': 'GET /ships', 'paint-boat': 'PUT /boats/{id}' }
    expect(brokenPromises(before, after)).toEqual([
      'list-boats was GET /boats, and is now GET /ships',
      'sink-boat was DELETE /boats/{id}, and is now missing',
    ])
    expect(addNewIds(before, after)).toEqual({ ...after, ...before })
  })
})
