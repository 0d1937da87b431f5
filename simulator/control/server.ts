import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Fleet } from '../fleet.ts'
import { commands, describeFleet, describeSite, NotFound } from './commands.ts'

/** Reads and controls a fleet in another process: JSON over HTTP, on the loopback address only. */
export interface ControlServer {
  readonly url: string
  close(): Promise<void>
}

export async function startControl(fleet: Fleet, port = 0): Promise<ControlServer> {
  const server = createServer((request, response) => {
    answer(fleet, request)
      .then((body) => reply(response, 200, body))
      .catch((error: unknown) => reply(response, error instanceof NotFound ? 404 : 400, { error: messageOf(error) }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // It listens on a port, not on a path.
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? null))
}

/** A page in a browser cannot send this type without a preflight request, which is never allowed. */
async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of request) text += String(piece)
  if (text === '') return {}
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new Error('Send JSON as application/json.')
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Send a JSON object.')
  // Checked above.
  return value as Record<string, unknown>
}

/** GET /, /sites, /sites/3, /sites/3/journal …; POST /sites/3/set-fault … */
async function answer(fleet: Fleet, request: IncomingMessage): Promise<unknown> {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) throw new Error('Loopback only.')
  const url = new URL(request.url ?? '/', 'http://control.invalid')
  const [collection, number, what] = url.pathname.split('/').filter(Boolean)
  if (collection === undefined) return describeFleet(fleet)
  if (collection === 'reset' && request.method === 'POST') {
    for (const site of fleet.sites) await site.reset()
    return describeFleet(fleet)
  }
  if (collection !== 'sites') throw new NotFound(`There is no ${url.pathname}. Try /, /sites or /sites/1.`)
  if (number === undefined) return page(fleet, url.searchParams)
  const site = fleet.sites[Number(number) - 1]
  if (!site) throw new NotFound(`There is no site ${number}; they are numbered 1 to ${fleet.sites.length}.`)
  if (request.method === 'GET') return describeSite(site, what)
  const command = what !== undefined && Object.hasOwn(commands, what) ? commands[what] : undefined
  if (!command) throw new NotFound(`Commands of a site: ${Object.keys(commands).join(', ')}.`)
  await command(site, await bodyOf(request))
  return describeSite(site, undefined)
}

function page(fleet: Fleet, query: URLSearchParams): unknown {
  const first = Number(query.get('from') ?? 1)
  const count = Math.min(1000, Number(query.get('count') ?? 1000))
  const behaviour = query.get('behaviour')
  const chosen = fleet.sites.filter((site) => behaviour === null || site.behaviour === behaviour)
  return {
    total: chosen.length,
    sites: chosen.slice(first - 1, first - 1 + count).map(({ index, url, title, behaviour, connection }) => ({
      number: index + 1,
      url,
      title,
      behaviour,
      connected: connection !== null,
    })),
  }
}
