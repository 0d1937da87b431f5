import { expect, it } from 'vitest'
import { RawConnection } from './surfaces/testing/raw-connection.ts'
import { setUpService, signInAs } from './testing/people.ts'
import { seedSites } from './testing/seed-sites.ts'

const fixture = setUpService()
const megabyte = 1024 * 1024
/** 250 connections and a quarter of the body memory each. */
const attackers = 4
const bodyBytes = 2 * megabyte - 1

/** Read-only keys of one site, of different users. */
async function addLimitedKeys(count: number) {
  const run = async <Output>(name: string, input: object) =>
    (await fixture.service.app.run(name, input)).output as Output
  const [site] = await seedSites(fixture.service.db, 1)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = { login: `attacker ${index}`, role: 'viewer', password: crypto.randomUUID() }
      const { id } = (await run<{ user: { id: number } }>('add-user', user)).user
      const { token } = await run<{ token: string }>('add-key', { user_id: id, scopes: ['read'], site_ids: [site!.id] })
      return { authorization: `Bearer ${token}` }
    }),
  )
}

async function startListening() {
  // The limits as they are by default.
  const readings = () => ({ memoryBytes: 0, eventLoopDelayMs: 0 })
  const { server } = await fixture.service.openAnother({ protection: { readings } })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const open: RawConnection[] = []
  const connect = async () => {
    open.push(await RawConnection.open(server))
    return open.at(-1)!
  }
  const close = () => {
    for (const { socket } of open) socket.destroy()
  }
  const isSent = () => open.every(({ socket }) => socket.destroyed || socket.writableLength === 0)
  return { connect, close, isSent, bodyBytes: () => server.traffic.underWay.body_bytes }
}

it('answers health checks and a person while four limited keys hold 250 idle connections each', async () => {
  const keys = await addLimitedKeys(attackers)
  const { cookie } = await signInAs(fixture.service, fixture.people.administrator)
  const { connect, close } = await startListening()
  const hold = async (headers: Record<string, string>) => {
    const answer = (await connect()).send('GET /api/v2/access/me', headers).head()
    return answer.catch(() => null)
  }
  for (const headers of keys) await Promise.all(Array.from({ length: 250 }, () => hold(headers)))
  const statuses: (number | null)[] = []
  for (let number = 0; number < 8; number++)
    for (const [path, headers] of [
      ['/healthz', {}],
      ['/api/v2/sites', { cookie }],
    ] as const) {
      const answer = (await connect()).send(`GET ${path}`, headers).head()
      statuses.push(await answer.then(({ status }) => status).catch(() => null))
    }
  close()
  expect(statuses).toEqual(Array(16).fill(200))
})

it('makes all changes of a person while four limited keys send a quarter of the body memory each', async () => {
  const keys = await addLimitedKeys(attackers)
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  const { connect, close, isSent, bodyBytes: held } = await startListening()
  const json = { 'content-type': 'application/json' }
  for (const key of keys)
    for (let number = 0; number < 5; number++)
      (await connect()).send(
        'POST /api/v2/batch',
        { ...key, ...json, 'content-length': String(bodyBytes) },
        ' '.repeat(bodyBytes - 1),
      )
  await expect.poll(isSent, { timeout: 20_000 }).toBe(true)
  let before = 0
  const hasEnded = () => {
    const [last, now] = [before, held()]
    before = now
    return now === last && now > 23 * megabyte
  }
  await expect.poll(hasEnded, { interval: 200, timeout: 20_000 }).toBe(true)
  const statuses: (number | null)[] = []
  for (let number = 0; number < 8; number++) {
    const body = JSON.stringify({ name: `Tag ${number} ${'x'.repeat(60)}` })
    const length = { ...json, ...headers, 'content-length': String(body.length) }
    const answer = (await connect()).send('POST /api/v2/tags/add', length, body).head()
    statuses.push(await answer.then(({ status }) => status).catch(() => null))
  }
  close()
  expect(statuses).toEqual(Array(8).fill(200))
})
