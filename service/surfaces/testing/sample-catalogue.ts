import { z } from 'zod'
import { batch, route } from '../../operation/address.ts'
import { FileAnswer, RedirectAnswer, StreamAnswer } from '../../operation/answers.ts'
import { operation } from '../../operation/operation.ts'
import { page, perPage } from '../../operation/shapes.ts'
import type { Described } from '../openapi/build-openapi.ts'

/** A small catalogue with every property that descriptions must handle; for tests only. */

const boat = z.object({ id: z.int(), name: z.string(), papers: z.json() })

export const listBoats = operation({
  name: 'list-boats',
  ability: 'svc/list-boats-v1',
  category: 'svc-sites',
  summary: 'List the boats.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    page,
    per_page: perPage(),
    colours: z.array(z.string()).optional(),
    filter: z.object({ year: z.int() }).optional(),
  }),
  output: z.object({ items: z.array(boat), page: z.int(), per_page: z.int(), total: z.int() }),
}).does(async () => ({ items: [], page: 1, per_page: 20, total: 0 }))

export const getBoat = operation({
  name: 'get-boat',
  ability: 'svc/get-boat-v1',
  category: 'svc-sites',
  summary: 'Describe a boat <b>&</b> its crew.',
  effect: 'read',
  permission: 'sites.read',
  requires: 'harbour',
  input: z.strictObject({ boat_id_or_name: z.union([z.int(), z.string()]) }),
  aliases: { boat_id: 'boat_id_or_name' },
  output: boat,
}).does(async () => ({ id: 1, name: 'a', papers: null }))

export const paintBoat = operation({
  name: 'paint-boat',
  summary: 'Paint a boat.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({
    boat_id: z.int().min(1),
    colour: z.enum(['red', 'blue']).describe('The new "colour".'),
    coats: z.int().min(1).max(9).default(2),
    secret_mark: z.string().default(''),
    papers: z.json().optional(),
  }),
  aliases: { color: 'colour' },
  output: z.object({ painted: z.literal(true), boat_id: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async () => ({ painted: true, boat_id: 1 }))

export const sinkBoat = operation({
  name: 'sink-boat',
  ability: 'svc/sink-boat-v1',
  summary: 'Sink a boat for good.',
  effect: 'destroy',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ boat_id: z.int().min(1) }),
  output: z.object({ sunk: z.literal(true) }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async () => ({ sunk: true }))

export const boardBoat = operation({
  name: 'board-boat',
  summary: 'Go aboard.',
  effect: 'change',
  permission: 'public',
  input: z.strictObject({ login: z.string() }),
  output: z.object({ session_token: z.string(), name: z.string() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async () => ({ session_token: 'x', name: 'a' }))

const reading = { effect: 'read', permission: 'sites.read', input: z.strictObject({}), output: z.unknown() } as const
export const exportBoats = operation({
  ...reading,
  name: 'export-boats',
  summary: 'Boats as a file.',
  answers: ['json', 'file'],
}).does(async () => new FileAnswer('boats.csv', 'text/csv', ''))
export const visitBoat = operation({
  ...reading,
  name: 'visit-boat',
  summary: 'Go to the boat.',
  answers: ['redirect'],
}).does(async () => new RedirectAnswer('https://boat.example'))
export const watchBoats = operation({
  ...reading,
  name: 'watch-boats',
  summary: 'Boats as they come.',
  answers: ['stream'],
}).does(async () => new StreamAnswer(async function* () {}))

export const sampleCatalogue: Described = {
  operations: [listBoats, getBoat, paintBoat, sinkBoat, boardBoat, exportBoats, visitBoat, watchBoats],
  addresses: [
    route('GET /boats', listBoats, { list: 'items' }),
    route('GET /boats/{id}', getBoat, {
      names: { id: 'boat_id_or_name' },
      toData: (output: { id: number }) => [output],
    }),
    route('PUT|PATCH /boats/{id}/paint', paintBoat, {
      names: { id: 'boat_id', layers: 'coats' },
      fixed: { secret_mark: 'x' },
      message: 'Boat painted.',
    }),
    route('DELETE /boats/{id}', sinkBoat, { names: { id: 'boat_id' } }),
    route('POST /aboard', boardBoat, { session: 'open' }),
    route('GET /boats/export', exportBoats),
    route('GET /boats/visit', visitBoat),
    route('GET /boats/watch', watchBoats),
    batch('boats.delete', sinkBoat, 'boat_id'),
  ],
}
