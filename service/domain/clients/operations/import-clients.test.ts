import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const scene = setUpService()
const { rest } = callers(scene)
beforeEach(() => seedFleet(scene.service.db))

const send = (csv: string, more: object = {}, headers?: Record<string, string>) =>
  rest('POST /clients/import', { csv, ...more }, headers)
const client = async (ref: number | string) => (await rest(`GET /clients/${ref}`)).body.data
const mistakes = async (csv: string) => {
  const { status, body } = await send(csv)
  expect(status).toBe(400)
  return body.data.params
}
const done = (added: number, updated: number) => ({
  added,
  updated,
  total: added + updated,
  errors: [],
  total_errors: 0,
})

describe('a table of clients', () => {
  it('adds them with their sites and custom fields', async () => {
    const csv =
      'Name,Client email,City,Selected sites,Field: VAT number\nLighthouse,light@example.com,Kiel,"site-4.example; 3",DE7'
    expect((await send(csv)).body).toEqual({ success: 1, message: 'Clients imported.', data: done(1, 0) })
    expect(await client('light@example.com')).toMatchObject({
      name: 'Lighthouse',
      city: 'Kiel',
      sites_count: 2,
      custom_fields: { 'VAT number': 'DE7' },
    })
    expect(await client(2)).toMatchObject({ sites_count: 0 })
  })

  it('changes the client whose id or e-mail address a row has; columns that are not there stay, empty cells clear', async () => {
    await rest('PATCH /clients/1/edit', { city: 'Kiel', zip: '1' })
    const csv = 'id,name,client_email,zip\n,Port,INFO@harbour.example,\n3,Pier,pier@example.com,2\n'
    expect((await send(csv)).body.data).toEqual(done(0, 2))
    expect(await client(1)).toMatchObject({ name: 'Port', city: 'Kiel', zip: '', sites_count: 2 })
    expect(await client(3)).toMatchObject({ client_email: 'pier@example.com', zip: '2' })
  })

  it('sent twice changes nothing the second time, where rows have e-mail addresses', async () => {
    const csv = 'name,client_email\nLighthouse,light@example.com\n'
    expect((await send(csv)).body.data).toEqual(done(1, 0))
    expect((await send(csv)).body.data).toEqual(done(0, 1))
  })

  it('that was exported comes back unchanged, also without its ids', async () => {
    await rest('PATCH /clients/1/edit', { note: `=1+1 "x"\n'@y`, client_phone: '+1' })
    const before = [await client(1), await client(2)]
    const { text } = await rest('GET /clients/export')
    expect((await send(text)).body.data).toEqual(done(0, 3))
    expect([await client(1), await client(2)]).toEqual([
      { ...before[0], updated_at: '2026-11-15T09:00:00Z' },
      { ...before[1], updated_at: '2026-11-15T09:00:00Z' },
    ])
    // The third has no e-mail address to be known by.
    expect((await send(text, { ignore_ids: true })).body.data).toEqual(done(1, 2))
  })
})

describe('a table with mistakes', () => {
  it('is refused as a whole, with the lines that have them', async () => {
    const csv = `id,name,client_email,selected_sites
,Good,good@example.com,1
,,bad,site-9.example
9,Nine,,
1,One,,
,One again,info@harbour.example,
,Twin,twin@example.com,
,Twin,TWIN@example.com,
`
    expect(await mistakes(csv)).toEqual({
      'line 3: name': expect.stringContaining('at least 1'),
      'line 3: client_email': expect.stringContaining('e-mail address'),
      'line 3: selected_sites': 'names what is not there: site-9.example',
      'line 4: id': 'names no client: there is none with the id 9',
      'line 6: client': 'is already that of line 5',
      'line 8: client': 'is already that of line 7',
    })
    expect((await rest('GET /clients')).body.total).toBe(3)
  })

  it.each([
    ['name,colour\nA,red', /unknown columns: colour; known columns: id, name, client_email/],
    ['name\n', /no rows/],
    ['client_email\na@example.com', /./],
  ])('%j', async (csv, reason) => expect(Object.values(await mistakes(csv)).join()).toMatch(reason))
})

it('what another has taken fails alone', async () => {
  const { status, body } = await send('id,name,client_email\n3,Pier,info@harbour.example\n,New,new@example.com\n')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    added: 1,
    updated: 0,
    total: 2,
    errors: [{ line: 2, code: 'svc_already_exists', message: expect.stringContaining('info@harbour.example') }],
    total_errors: 1,
  })
})

it('a dry run says row by row what it would do and does nothing', async () => {
  const { body } = await send('name,client_email\nPort,info@harbour.example\nNew,new@example.com\n', { dry_run: true })
  expect(body.data.would_affect).toEqual([
    { line: 2, id: 1, name: 'Port', action: 'update' },
    { line: 3, id: null, name: 'New', action: 'add' },
  ])
  expect((await rest('GET /clients')).body.total).toBe(3)
  expect((await client(1)).name).toBe('Harbour')
})

it('is for whoever may change clients; a limited key knows only its own', async () => {
  const { viewer, keys } = scene.people
  expect((await send('name\nA', {}, viewer.headers)).status).toBe(403)
  const limited = async (csv: string) => (await send(csv, {}, keys.limited.headers)).body.data
  expect((await limited('id,name\n2,Mine')).params).toHaveProperty('line 2: id')
  // Client 1 has a site that this key does not see.
  expect(await limited('id,name\n1,Mine')).toMatchObject({ errors: [{ line: 2, code: 'svc_permission_denied' }] })
  expect(await limited('name,selected_sites\nMine,4')).toMatchObject({ added: 1 })
})
