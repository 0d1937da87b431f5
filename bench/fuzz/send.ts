import { connect } from 'node:net'
import type { FuzzRequest } from './requests.ts'

export interface Received {
  /** 0 without an answer. */
  status: number
  /** Why there was no answer. */
  reason: string | null
  bytes: number
  /** The beginning of the answer. */
  text: string
  ms: number
}

const timeoutMs = 10_000
const storedBytes = 2_000

/**
 * Sends the bytes unchanged, on its own connection: an HTTP client would refuse to send most of them.
 * Each request uses another loopback address, so that limits per address do not end the run.
 */
export function send(url: URL, request: FuzzRequest, credentials: [string, string][]): Promise<Received> {
  const begun = performance.now()
  const { promise, resolve } = Promise.withResolvers<Received>()
  const localAddress = `127.${66 + (request.number % 8)}.${(request.number >> 8) % 250}.${1 + (request.number % 250)}`
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress })
  let bytes = 0
  let text = ''
  let ending = ''
  const finish = (reason: string) => {
    clearTimeout(timer)
    socket.destroy()
    const status = Number(text.slice(9, 12))
    const isAnswer = Number.isInteger(status) && status > 0
    const ms = performance.now() - begun
    resolve({ status: isAnswer ? status : 0, reason: isAnswer ? null : reason, bytes, text, ms })
  }
  const timer = setTimeout(() => finish(`none within ${timeoutMs / 1000} s`), timeoutMs)
  socket.on('data', (piece) => {
    bytes += piece.length
    if (text.length < storedBytes) text = withoutContinue(text + piece.toString('latin1', 0, storedBytes))
    ending = (ending + piece.toString('latin1', Math.max(0, piece.length - 5))).slice(-5)
    if (isWhole(request.method, text, bytes, ending)) finish('')
  })
  socket.on('error', (error: NodeJS.ErrnoException) => finish(reasonOf(error)))
  socket.on('close', () => finish('connection closed'))
  socket.write(head(url, request, credentials), 'latin1')
  if (request.body) socket.write(request.body)
  return promise
}

/** The service ends the connection instead of reading a body many times its limit: the answer may be lost then. */
const reasonOf = ({ code, message }: NodeJS.ErrnoException) =>
  code === 'EPIPE' || code === 'ECONNRESET' ? 'connection ended while the body was sent' : (code ?? message)

/** `Expect` is answered before the answer. */
const withoutContinue = (text: string) =>
  text.startsWith('HTTP/1.1 100') ? text.slice(text.indexOf('\r\n\r\n') + 4) : text

/** A header of the request may keep the connection open, so its end is not awaited. */
function isWhole(method: string, text: string, bytes: number, ending: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  if (method === 'HEAD' || /^HTTP\/1.1 (204|304)/.test(text)) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))
  return length ? bytes >= end + 4 + Number(length[1]) : ending === '0\r\n\r\n'
}

function head(url: URL, { method, path, headers, body }: FuzzRequest, credentials: [string, string][]): string {
  const given = new Set(headers.map(([name]) => name))
  const own: [string, string][] = [
    ['host', url.host],
    ['connection', 'close'],
    ...credentials,
    ...(body ? [['content-length', String(body.length)] as [string, string]] : []),
  ]
  const lines = [...own.filter(([name]) => !given.has(name)), ...headers].map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
