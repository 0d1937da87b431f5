import { expect, it } from 'vitest'
import { type Actor, systemActor } from '../../../operation/actor.ts'
import { basic, signInAs } from '../../../testing/people.ts'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'
import { leaseTargets, recordTarget } from '../job-target-store.ts'

const fixture = setUpServiceWithJobs({ works: false })

/** Reads events over a real connection, as a browser does. */
async function* eventsOf(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end)
      text = text.slice(end + 2)
      yield JSON.parse(/^data: (.*)$/m.exec(event)![1]!)
    }
  }
}

/** One service serves all tests of this file. */
async function listening(): Promise<string> {
  const { server } = fixture.service.app
  return server.server.listening ? server.listeningOrigin : server.listen({ port: 0, host: '127.0.0.1' })
}

it('sends every change and ends with the job', async () => {
  const { db, clock } = fixture.service
  const address = await listening()
  const job = await fixture.start([1, 2])
  const events = eventsOf(`${address}/api/v2/jobs/${job.id}/events`, fixture.people.administrator.headers)
  expect((await events.next()).value).toMatchObject({ status: 'pending', processed: 0 })
  const targets = await leaseTargets(db, job.id, { from: 0, to: 2 }, { holder: 'w', seconds: 60 })
  await recordTarget(db, {
    target: targets[0]!,
    holder: 'w',
    ended: { outcome: 'succeeded', result: null, error: null },
    now: clock.now(),
  })
  expect((await events.next()).value).toMatchObject({ processed: 1, progress: 50 })
  await recordTarget(db, {
    target: targets[1]!,
    holder: 'w',
    ended: { outcome: 'failed', result: null, error: { code: 'svc_x', message: 'x' } },
    now: clock.now(),
  })
  const rest = []
  for await (const event of events) rest.push(event)
  expect(rest.at(-1)).toMatchObject({ status: 'completed', succeeded: 1, failed: 1, progress: 100 })
})

it('returns 404 to callers that may not see the job', async () => {
  const job = await fixture.start([1])
  const { status } = await fixture.service.request({
    url: `/api/v2/jobs/${job.id}/events`,
    headers: fixture.people.manager.headers,
  })
  expect(status).toBe(404)
})

it('sends nothing more to a caller that lost access', async () => {
  const { db, clock } = fixture.service
  const address = await listening()
  const job = await fixture.start([1, 2])
  const { headers, id } = fixture.people.keys.read
  const events = eventsOf(`${address}/api/v2/jobs/${job.id}/events`, headers)
  expect((await events.next()).value).toMatchObject({ processed: 0 })
  await fixture.service.request({
    method: 'DELETE',
    url: `/api/v2/rest-api/delete-key/${id}`,
    headers: fixture.people.administrator.headers,
  })
  const [target] = await leaseTargets(db, job.id, { from: 0, to: 2 }, { holder: 'w', seconds: 60 })
  await recordTarget(db, {
    target: target!,
    holder: 'w',
    ended: { outcome: 'succeeded', result: null, error: null },
    now: clock.now(),
  })
  expect(await events.next()).toEqual({ value: undefined, done: true })
})

it('ends at once when the user is disabled, even if the job does not change', async () => {
  const address = await listening()
  const job = await fixture.start([1, 2])
  const { administrator, manager } = fixture.people
  await fixture.service.app.run('update-user', { id: manager.id, role: 'administrator' })
  const events = eventsOf(`${address}/api/v2/jobs/${job.id}/events`, manager.headers)
  expect((await events.next()).value).toMatchObject({ processed: 0 })
  const next = events.next()
  const url = `/api/v2/access/users/${manager.id}/edit`
  await fixture.service.request({ method: 'PUT', url, headers: administrator.headers, payload: { disabled: true } })
  expect(await next).toEqual({ value: undefined, done: true })
})

const run = (name: string, input: object) => fixture.service.app.run(name, input)

/** Adds a custom role to the user, and returns its id. */
async function addRoleTo(id: number): Promise<number> {
  const { output } = await run('add-role', { name: 'Worker', permissions: ['jobs.read', 'sites.read'] })
  // The record of the added role has its id.
  const { id: role_id } = output as { id: number }
  await run('update-user', { id, role_id })
  return role_id
}

interface Change {
  name: string
  /** Returns the change, after which the user has less than before. */
  prepare(id: number): Promise<() => Promise<unknown>>
}
const changes: Change[] = [
  { name: 'the user is disabled', prepare: async (id) => () => run('update-user', { id, disabled: true }) },
  { name: 'the user is deleted', prepare: async (id) => () => run('delete-user', { id, confirm: true }) },
  { name: 'the role is lowered', prepare: async (id) => () => run('update-user', { id, role: 'viewer' }) },
  { name: 'the limits are narrowed', prepare: async (id) => () => run('update-user', { id, site_ids: [1] }) },
  {
    name: 'the permissions of the custom role change',
    async prepare(id) {
      const role = await addRoleTo(id)
      return () => run('update-role', { id: role, permissions: ['tags.read'] })
    },
  },
]

it.each(changes)('ends at once for sessions, application passwords and keys when $name', async ({ prepare }) => {
  const { service, people, start } = fixture
  const { manager } = people
  const address = await listening()
  const change = await prepare(manager.id)
  const session = await signInAs(service, manager)
  const payload = { name: 'x', current_password: manager.password }
  const url = '/api/v2/access/me/application-passwords'
  const made = await service.request({ method: 'POST', url, headers: session.headers, payload })
  const me = await service.request({ url: '/api/v2/access/me', headers: manager.headers })
  const user: Actor = { ...systemActor('mary'), kind: 'user', userId: manager.id }
  const jobs = {
    user: await start([1, 2], user),
    key: await start([1, 2], { ...user, kind: 'key', keyId: me.body.data.key_id }),
  }
  const streams = [
    eventsOf(`${address}/api/v2/jobs/${jobs.user.id}/events`, { cookie: session.cookie }),
    eventsOf(`${address}/api/v2/jobs/${jobs.user.id}/events`, basic(manager.login, made.body.data.password)),
    eventsOf(`${address}/api/v2/jobs/${jobs.key.id}/events`, manager.headers),
  ]
  for (const stream of streams) expect((await stream.next()).value).toMatchObject({ processed: 0 })
  const ends = streams.map((stream) => stream.next())
  await change()
  expect(await Promise.all(ends)).toEqual(streams.map(() => ({ value: undefined, done: true })))
})
