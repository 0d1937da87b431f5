import type { IncomingHttpHeaders } from 'node:http'
import { createMailer } from '../../../../platform/mail.ts'
import { httpServer, testOutbound } from '../../../../platform/outbound/testing/test-servers.ts'
import type { ChannelMessage } from '../channel-message.ts'
import { ChannelError } from '../channel-service.ts'
import { sendToChannel } from '../send-to-channel.ts'
import type { HttpServiceName } from '../services.ts'

export interface ReceivedCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  bytes: number
  // Tests compare it with a schema of the service.
  // biome-ignore lint/suspicious/noExplicitAny: the schema checks the type
  body: any
}

export interface ReceiverAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

export interface ChannelReceiver {
  url: string
  calls: ReceivedCall[]
}

/**
 * A real HTTP server that stores calls and gives these answers in order, then the last one again. Requests that are not JSON by
 * POST are not ours: another program may have used the port before.
 */
export async function openChannelReceiver(...answers: ReceiverAnswer[]): Promise<ChannelReceiver> {
  const calls: ReceivedCall[] = []
  const { port } = await httpServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part) => (text += part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      if (method !== 'POST' || text === '') return void response.writeHead(404).end()
      calls.push({ method, path, headers, bytes: Buffer.byteLength(text), body: JSON.parse(text) })
      const { status, headers: own = {}, body } = answers[Math.min(calls.length, answers.length) - 1] ?? { status: 200 }
      response.writeHead(status, own)
      response.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body))
    })
  })
  return { url: `http://127.0.0.1:${port}`, calls }
}

/** The outcome of sending one message. */
export async function sendTo(
  service: HttpServiceName,
  target: unknown,
  message: Partial<ChannelMessage> = {},
): Promise<ChannelError | 'sent'> {
  const outbound = testOutbound()
  const mail = createMailer()
  try {
    await sendToChannel({ outbound, mail }, { service, target }, { ...usualMessage, ...message })
    return 'sent'
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
}

export const usualMessage: ChannelMessage = {
  title: 'Harbour is down',
  severity: 'critical',
  lines: ['Harbour: The site answered 503.'],
  link: 'https://flotilla.example/sites/7',
  dedupKey: 'flotilla site:7 monitor',
  resolved: false,
  happenedAt: '2026-11-17T09:00:00Z',
}

/** Texts as a hostile child site could send them. */
export const hostileMessage: ChannelMessage = {
  ...usualMessage,
  title: '<!channel> @everyone <at>all</at> *bold* [x](https://evil.example)\r\nX-Injected: 1\u202e',
  lines: [
    '<https://evil.example|click> @here <@U123> https://evil.example/x `code` **b** {{title}} # h',
    'www.evil.example\n/start',
  ],
}

/** More and longer lines than any service takes, with signs that every service escapes. */
export const longMessage: ChannelMessage = {
  ...usualMessage,
  title: '*ß😀 '.repeat(200),
  lines: Array.from({ length: 300 }, (_, index) => `${index} ${'"*_ß😀'.repeat(60)}`),
}
