import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A read-only key of one site, of a user of its own. */
export interface Insider {
  authorization: string
  /** The address of this caller. */
  localAddress: string
}

/** Answers by status; 0 for a connection that was ended. */
export type Counts = Record<string, Record<number, number>>

/** Adds users with a key for one site each. */
export async function addInsiders(url: string, administrator: string, count: number): Promise<Insider[]> {
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const headers = { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Data
  }
  const insiders: Insider[] = []
  for (let number = 0; number < count; number++) {
    const user = { login: `insider-${number}`, role: 'viewer', password: `a long password ${number}` }
    const added = await post<{ data: { id: number } }>('/access/users/add', user)
    const key = { user_id: added.data.id, scopes: ['read'], site_ids: [1 + number] }
    const { token } = await post<{ token: string }>('/rest-api/add-key', key)
    insiders.push({ authorization: `Bearer ${token}`, localAddress: `127.81.${number}.1` })
  }
  return insiders
}

const bodyBytes = 2 * 1024 * 1024 - 1
const body = Buffer.alloc(bodyBytes - 1, 32)
const manyItems = JSON.stringify({ sites: { plugins: Array(1_000).fill(1) } })
const search = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'discover-abilities', arguments: { search: 'e '.repeat(1_000_000) } },
})
const toolCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute-ability', arguments: { ability_name: 'list-sites', parameters: { per_page: 100 } } },
})
const dates = 'start_date=2026-01-01&end_date=2026-11-10'

interface Attack {
  /** Of all insiders together, at once. */
  at: number
  run(target: Target, insider: Insider): Promise<number>
}

interface Target {
  port: number
  open: Set<Socket>
}

const json = { 'content-type': 'application/json' }
const mcp = { ...json, accept: 'application/json, text/event-stream' }
const get = (path: string) => (target: Target, insider: Insider) => send(target, insider, 'GET', path, {})
const post = (path: string, sent: string, headers: Record<string, string> = json) => {
  return (target: Target, insider: Insider) => send(target, insider, 'POST', path, headers, sent)
}

/** All at once, of all insiders: the number of connections is shared among them. */
const attacks: Record<string, Attack> = {
  connections: { at: 1_000, run: hold },
  bodies: { at: 24, run: stallBody },
  'large MCP searches': { at: 4, run: post('/mcp', search, mcp) },
  'MCP calls': { at: 8, run: post('/mcp', toolCall, mcp) },
  batches: { at: 8, run: post('/api/v2/batch', manyItems, { ...json, 'idempotency-key': 'insider' }) },
  'unread exports': { at: 40, run: leaveUnread },
  exports: { at: 8, run: get('/api/v2/sites?_format=csv') },
  PDFs: { at: 8, run: get(`/api/v2/pro-reports/1/plugins?${dates}&format=pdf`) },
  'sign-ins': {
    at: 40,
    run: (target, insider) => {
      const login = `stranger-${Math.random()}`
      const other = `127.${82 + Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}.1`
      const stranger = { authorization: '', localAddress: other }
      const payload = JSON.stringify({ login, password: insider.authorization })
      return send(target, stranger, 'POST', '/api/v2/access/sessions', json, payload)
    },
  },
}

/** Runs all attacks until `stop()`, which returns the answers of each. */
export function attackFromInside(port: number, insiders: Insider[]): { stop(): Promise<Counts> } {
  const target: Target = { port, open: new Set() }
  const counts: Counts = {}
  let stopped = false
  const work = Object.entries(attacks).flatMap(([name, { at, run }]) => {
    const answers: Record<number, number> = {}
    counts[name] = answers
    return Array.from({ length: at }, async (_, number) => {
      while (!stopped) {
        const status = await run(target, insiders[number % insiders.length]!)
        answers[status] = (answers[status] ?? 0) + 1
        // A refusal at once must not make this process the bottleneck.
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })
  })
  return {
    async stop() {
      stopped = true
      for (const socket of target.open) socket.destroy()
      await Promise.all(work)
      return counts
    },
  }
}

/** A connection of its own for each request. */
function send(
  { port, open }: Target,
  { authorization, localAddress }: Insider,
  method: string,
  path: string,
  headers: Record<string, string>,
  sent = '',
): Promise<number> {
  return new Promise((resolve) => {
    const length = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) }
    const all = { ...headers, ...length, ...(authorization && { authorization }) }
    const agent = new Agent({ keepAlive: false })
    const call = request({ host: '127.0.0.1', port, localAddress, method, path, headers: all, agent, timeout: 30_000 })
    call.on('socket', (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.on('response', (answer) => {
      answer.resume()
      answer.on('error', () => resolve(0))
      answer.on('close', () => resolve(answer.statusCode ?? 0))
    })
    call.end(sent)
  })
}

/** Sends a request, reads the answer and keeps the connection until the service ends it. */
function hold(target: Target, { authorization, localAddress }: Insider): Promise<number> {
  const head = `GET /api/v2/access/me HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`
  return raw(target, localAddress, [head], 60_000)
}

/** Asks for an export and reads nothing of it. */
function leaveUnread(target: Target, { authorization, localAddress }: Insider): Promise<number> {
  const head = `GET /api/v2/sites?_format=csv HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`
  return raw(target, localAddress, [head], 40_000, { reads: false })
}

function stallBody(target: Target, { authorization, localAddress }: Insider): Promise<number> {
  const lines = ['POST /api/v2/batch HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  const head = [...lines, `Authorization: ${authorization}`, `Content-Length: ${bodyBytes}`].join('\r\n')
  return raw(target, localAddress, [`${head}\r\n\r\n`, body], 30_000)
}

function raw(
  { port, open }: Target,
  localAddress: string,
  bytes: (string | Buffer)[],
  timeoutMs: number,
  { reads = true } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    let status = 0
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    open.add(socket)
    socket
      .on('data', (piece) => {
        if (status === 0) status = Number(piece.toString('latin1', 9, 12)) || 0
      })
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(timer)
        open.delete(socket)
        resolve(status)
      })
    if (!reads) socket.pause()
    for (const piece of bytes) socket.write(piece)
  })
}
