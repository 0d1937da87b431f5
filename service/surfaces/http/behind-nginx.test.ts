import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDebianProgram } from '../../testing/debian-programs.ts'
import { type Nginx, startNginx } from '../../testing/nginx.ts'
import { type People, seedPeople } from '../../testing/people.ts'
import { describeIf } from '../../testing/requirements.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const program = await findDebianProgram('nginx', 'nginx')

describeIf({ present: typeof program !== 'string', name: 'nginx' })('behind nginx', () => {
  let service: TestService
  let people: People
  let nginx: Nginx
  /** Requests that reached the service, as "GET /path". */
  const reached: string[] = []
  /** How many of them it has not answered yet. */
  let unanswered = 0
  beforeAll(async () => {
    if (typeof program === 'string') return
    service = await startTestService({ trustProxy: '127.0.0.1' })
    people = await seedPeople(service)
    await seedSites(service.db, 3)
    const { server } = service.app
    server.server.prependListener('request', (request, response) => {
      reached.push(`${request.method} ${request.url}`)
      unanswered++
      response.once('close', () => unanswered--)
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
    nginx = await startNginx(program, (server.server.address() as AddressInfo).port)
  })
  afterAll(async () => {
    await nginx?.close()
    await service?.close()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${nginx.port}${path}`, { headers })
  const nameOf = async (headers: Record<string, string>) => {
    const { data } = (await (await get('/api/v2/access/me', headers)).json()) as { data: { user: { login: string } } }
    return data?.user.login
  }
  /** Sends the bytes and returns everything received until the connection ends or is idle. */
  async function raw(bytes: string): Promise<string> {
    const socket = connect(nginx.port, '127.0.0.1')
    socket.on('error', () => {})
    // A service that has yet to answer is not quiet, nor is nginx before its first byte, however busy the machine is.
    let isAnswered = false
    socket.once('data', () => {
      isAnswered = true
    })
    let waits = 0
    const isQuiet = () => unanswered === 0 && (isAnswered || ++waits > 20)
    socket.setTimeout(1_500).on('timeout', () => (isQuiet() ? socket.end() : socket.setTimeout(1_500)))
    socket.write(Buffer.from(bytes, 'latin1'))
    return text(socket).catch(() => '')
  }

  it.each([
    ['one address', '6.6.6.6'],
    ['a list', '6.6.6.6, 127.0.0.1'],
    ['the proxy itself', '127.0.0.1'],
    ['no address', "'; drop table users; --"],
  ])('a caller cannot choose its address with X-Forwarded-For: %s', async (_, spoofed) => {
    await service.db.deleteFrom('audit_lines').execute()
    const answer = await fetch(`http://127.0.0.1:${nginx.port}/api/v2/tags/add`, {
      method: 'POST',
      headers: {
        ...people.administrator.headers,
        'content-type': 'application/json',
        'x-forwarded-for': spoofed,
        forwarded: 'for=6.6.6.6',
        'x-real-ip': '6.6.6.6',
      },
      body: JSON.stringify({ name: `Tag ${Math.random()}` }),
    })
    expect(answer.status).toBeLessThan(300)
    const { address } = await service.db.selectFrom('audit_lines').select('address').executeTakeFirstOrThrow()
    expect(address).toBe('127.0.0.1')
  })

  it('a caller cannot choose the host of links with X-Forwarded-Host', async () => {
    const headers = { ...people.administrator.headers, 'x-forwarded-host': 'evil.example' }
    expect(await (await get('/api/v1/categories/svc-tags', headers)).text()).not.toContain('evil.example')
  })

  const smuggled = 'GET /api/v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
  const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const post = (...lines: string[]) => `POST /api/v2/tags/add HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n`
  it.each([
    ['a length and chunks', `${post(`Content-Length: 6`, 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`],
    ['chunks and a length', `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`],
    ['two lengths', post('Content-Length: 0', `Content-Length: ${smuggled.length}`) + smuggled],
    ['a list of lengths', post(`Content-Length: 0, ${smuggled.length}`) + smuggled],
    ['a length with a sign', post('Content-Length: +0') + smuggled],
    ['a hexadecimal length', post('Content-Length: 0x0') + smuggled],
    ['a space before the colon', post('Transfer-Encoding : chunked', `Content-Length: ${smuggled.length}`) + smuggled],
    ['a folded header', post('Transfer-Encoding:', ' chunked', `Content-Length: ${smuggled.length}`) + smuggled],
    ['another coding', post('Transfer-Encoding: xchunked', `Content-Length: ${smuggled.length}`) + smuggled],
    ['two codings', post('Transfer-Encoding: chunked, identity', 'Content-Length: 4') + chunked('{}') + smuggled],
    ['a tab in the coding', `${post('Transfer-Encoding:\tchunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`],
    ['a vertical tab', `${post('Transfer-Encoding: \x0bchunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`],
    ['line ends without CR', `${post('Transfer-Encoding: chunked').replaceAll('\r\n', '\n')}0\n\n${smuggled}`],
    ['a bare CR in a header', post(`X: a\rContent-Length: ${smuggled.length}`) + smuggled],
    [
      'a chunk extension with a line end',
      `${post('Transfer-Encoding: chunked')}2;a="\n"\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk extension',
      `${post('Transfer-Encoding: chunked')}2;${'a'.repeat(4_000)}=1\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a wrong chunk size', `${post('Transfer-Encoding: chunked')}2 \r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a huge chunk size', `${post('Transfer-Encoding: chunked')}ffffffffffffffff2\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a trailer', `${post('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n${smuggled}`],
    ['a header in a header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: b\nGET /api/v2/smuggled HTTP/1.1\r\n\r\n`],
    [
      'a request line in the path',
      `GET /healthz%20HTTP/1.1%0d%0aHost:%20a%0d%0a%0d%0aGET%20/api/v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
  ])('a request cannot be smuggled inside another by %s', async (_, bytes) => {
    reached.length = 0
    const answers = (await raw(bytes)).match(/HTTP\/1\.1 \d{3}/g) ?? []
    // nginx reads pipelined requests itself: each request it forwards gets its own answer.
    const passedOn = reached.filter((line) => line !== 'GET /healthz')
    expect(passedOn.length, JSON.stringify({ reached, answers })).toBeLessThanOrEqual(answers.length)
    for (const answer of answers) expect(answer).not.toMatch(/ 50[02-9]/)
    // The upstream connections that nginx reuses are clean: the next caller gets its own answer.
    expect(await nameOf(people.manager.headers)).toBe(people.manager.login)
    expect(await nameOf(people.viewer.headers)).toBe(people.viewer.login)
  })

  it.each([
    '/metrics',
    '/metrics/',
    '//metrics',
    '/./metrics',
    '/%6detrics',
    '/%256detrics',
    '/api/../metrics',
    '/api/..%2fmetrics',
    '/api/%2e%2e/metrics',
    '/metrics%2f',
    '/metrics%00',
    '/metrics?a=b',
    '/metrics;a',
    '/METRICS',
  ])('metrics are not served at %s, even with a key', async (path) => {
    const answer = await raw(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${people.administrator.headers.authorization}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d|200)/)
    expect(answer).not.toContain('# HELP')
  })

  it.each(['/api/v2%2fsites', '/api%252fv2/sites', '/api/v2/sites/%2e%2e/sites', '//api/v2/sites', '/api/v2/./sites'])(
    'without credentials %s shows nothing',
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 (40[0-9]|200)/)
      expect(answer).not.toContain('site-1')
    },
  )

  it('refuses headers that are too long and answers the next request', async () => {
    expect((await raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)).slice(9, 12)).toMatch(
      /4\d\d/,
    )
    const lines = Array.from({ length: 500 }, (_, number) => `X-${number}: ${'y'.repeat(50)}`).join('\r\n')
    expect(
      (await raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n\r\n`)).slice(9, 12),
    ).toMatch(/[24]\d\d/)
    expect((await get('/healthz')).status).toBe(200)
  })

  it('reused connections never mix callers', async () => {
    const callers = [people.administrator, people.manager, people.viewer]
    const expected = Array.from({ length: 90 }, (_, number) => callers[number % 3]!)
    const names = await Promise.all(expected.map(({ headers }) => nameOf(headers)))
    expect(names).toEqual(expected.map(({ login }) => login))
  })

  it('aborted calls leave nothing behind', async () => {
    const errorsBefore = service.logged.filter(({ level }) => Number(level) >= 50).length
    await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const socket = connect(nginx.port, '127.0.0.1')
        socket.on('error', () => {})
        const head = `POST /api/v2/tags/add HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\nAuthorization: ${people.administrator.headers.authorization}\r\n\r\n{"na`
        socket.write(
          number % 2 === 0
            ? head
            : `GET /api/v2/sites HTTP/1.1\r\nHost: a\r\nAuthorization: ${people.administrator.headers.authorization}\r\n\r\n`,
        )
        await new Promise((resolve) => socket.once('connect', resolve))
        socket.destroy()
      }),
    )
    expect(await nameOf(people.viewer.headers)).toBe(people.viewer.login)
    expect(service.logged.filter(({ level }) => Number(level) >= 50).length).toBe(errorsBefore)
  })

  it('slow readers and slow senders hold nothing of the service', async () => {
    reached.length = 0
    const { authorization } = people.viewer.headers
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`
    const sockets = Array.from({ length: 60 }, (_, number) => {
      const socket = connect(nginx.port, '127.0.0.1')
      socket.on('error', () => {})
      if (number < 30) socket.pause().write(`${head('GET /api/openapi.json')}\r\n`)
      else socket.write(`${head('POST /api/v2/tags/add')}Content-Length: 9000\r\n\r\n{"na`)
      return socket
    })
    await expect.poll(() => reached.length, { timeout: 20_000 }).toBe(30)
    // nginx takes the whole answer, and the service is free.
    await expect.poll(() => unanswered, { timeout: 20_000 }).toBe(0)
    expect(new Set(reached)).toEqual(new Set(['GET /api/openapi.json']))
    expect(await nameOf(people.manager.headers)).toBe(people.manager.login)
    for (const socket of sockets) socket.destroy()
  })

  it('events of a job arrive one by one', async () => {
    const { rows } = await service.db.pool.query<{ id: number }>(
      `insert into jobs (kind, operation, actor, total, created_at, status)
       values ('check', 'check-site', '{"name": "ada"}', 5, now(), 'processing') returning id`,
    )
    const gone = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${nginx.port}/api/v2/jobs/${rows[0]!.id}/events`, {
      headers: people.administrator.headers,
      signal: gone.signal,
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const first = await answer.body!.getReader().read()
    expect(new TextDecoder().decode(first.value as Uint8Array)).toContain('event:')
    gone.abort()
  })
})
