import { expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '../../operation/address.ts'
import { operation } from '../../operation/operation.ts'
import { buildOpenApi } from '../openapi/build-openapi.ts'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'

const countOars = operation({
  name: 'count-oars',
  ability: 'svc/count-oars-v1',
  category: 'svc-sites',
  summary: 'Count the oars.',
  effect: 'read',
  permission: 'sites.read',
  deprecated: { since: '2026-11-17', ends: '2027-06-01' },
  input: z.strictObject({}),
  output: z.object({ oars: z.int() }),
}).does(async () => ({ oars: 2 }))
const catalogue = { operations: [countOars], addresses: [route('GET /oars', countOars)] }

it.each(['/api/v2/oars', '/api/v1/abilities/svc/count-oars-v1/run'])('announces at %s that it ends', async (url) => {
  const server = await openSampleServer({ catalogue })
  const { statusCode, headers } = await server.inject({ url, headers: credentialsOf('administrator') })
  await server.close()
  expect([statusCode, headers.deprecation, headers.sunset]).toEqual([
    200,
    '@1794873600',
    'Tue, 01 Jun 2027 00:00:00 GMT',
  ])
})

it('is deprecated in the OpenAPI document', () => {
  const { paths } = buildOpenApi(catalogue)
  expect(paths['/api/v2/oars']).toMatchObject({
    get: { deprecated: true, description: 'Count the oars. It ends on 2027-06-01.' },
  })
})
