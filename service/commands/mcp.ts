import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../platform/error-facts.ts'
import { readArguments } from './read-arguments.ts'
import { findProfile } from './remote/profiles.ts'

const usage =
  'flotilla mcp [--profile <name>]: connects a program that speaks MCP over standard input and output with an installation. Without a profile: FLOTILLA_URL with FLOTILLA_KEY_FILE or FLOTILLA_KEY.'

export interface Bridge {
  url: URL
  key: string
  input: Readable
  output: Writable
}

/** `flotilla mcp`: one JSON-RPC message per line, each sent to the installation as one request. */
export async function run(_config: unknown, args: string[]): Promise<void> {
  const { values } = readArguments(args, usage, { profile: { type: 'string' } }, 0)
  const { url, key } = await findProfile(values.profile)
  await bridge({ url: new URL('/mcp', url), key, input: process.stdin, output: process.stdout })
}

/** Ends when the input ends and everything is answered. */
export async function bridge({ url, key, input, output }: Bridge): Promise<void> {
  let protocolVersion: string | undefined
  const pending = new Set<Promise<void>>()
  const send = async (line: string) => {
    const { id, method, params } = readMessage(line)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
        },
        body: line,
      })
      const messages = messagesIn(await answer.text(), answer.headers.get('content-type') ?? '')
      if (method === 'initialize' && typeof params?.protocolVersion === 'string') ({ protocolVersion } = params)
      if (answer.ok) for (const message of messages) output.write(`${message}\n`)
      else if (id !== undefined) output.write(failure(id, `Flotilla answered ${answer.status}: ${messages.join(' ')}`))
    } catch (error) {
      if (id !== undefined) output.write(failure(id, `${url.origin} cannot be reached: ${messageOf(error)}`))
    }
  }
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const sent = send(line).finally(() => pending.delete(sent))
    pending.add(sent)
    // The version of the protocol is known after the first answer.
    if (protocolVersion === undefined) await sent
  }
  await Promise.all(pending)
}

interface Message {
  id?: unknown
  method?: unknown
  params?: { protocolVersion?: unknown }
}

function readMessage(line: string): Message & { params?: { protocolVersion?: string } } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** The messages of an answer, also if it is a stream of events. */
function messagesIn(text: string, type: string): string[] {
  if (!type.startsWith('text/event-stream')) return text === '' ? [] : [text.replaceAll('\n', ' ')]
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []))
}

const failure = (id: unknown, message: string) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } })}\n`
