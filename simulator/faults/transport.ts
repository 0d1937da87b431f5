import { pour, reset, send, untilGone } from '../http/exchange.ts'
import type { FaultType } from './fault-type.ts'

const html = { 'Content-Type': 'text/html; charset=UTF-8' }
const filler = Buffer.alloc(64 * 1024, 'All work and no play makes Jack a dull boy. ')

/** Faults of the connection. */
export const transport = {
  refuse: {
    summary: 'The connection is refused (with one listener for all sites: reset at once).',
    instead: reset,
  },
  reset: { summary: 'The connection is reset after the request.', instead: reset },
  'never-answer': { summary: 'Accepts the request and never answers.', instead: () => undefined },
  slow: {
    summary: 'Answers late (delay, 3 s unless given).',
    waits: ({ delay = 3000 }) => delay,
  },
  'slow-drip': {
    summary: 'Sends the answer one byte at a time, without end (delay between bytes, 1 s unless given).',
    instead(exchange, { delay = 1000 }) {
      exchange.response.writeHead(200, html)
      untilGone(exchange, delay, () => exchange.response.write(' '))
    },
  },
  'slow-headers': {
    summary: 'Sends one header line after another, without end (delay between lines, 1 s unless given).',
    instead(exchange, { delay = 1000 }) {
      const { socket } = exchange.request
      let line = 0
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n')
      untilGone(exchange, delay, () => socket.write(`X-Line-${line++}: still thinking\r\n`))
    },
  },
  'endless-headers': {
    summary: 'Sends header lines as fast as they are read, without end.',
    instead({ request: { socket } }) {
      let line = 0
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed) {
          if (!socket.write(`X-Line-${line++}: ${'x'.repeat(200)}\r\n`.repeat(50))) {
            socket.once('drain', more)
            return
          }
        }
      }
      more()
    },
  },
  'endless-body': {
    summary: 'Sends text as fast as it is read, without end.',
    instead(exchange) {
      exchange.response.writeHead(200, html)
      pour(exchange, filler)
    },
  },
  'huge-body': {
    summary: 'A body of many bytes without a marker (bytes, 200 MB unless given).',
    instead(exchange, { bytes = 200_000_000 }) {
      exchange.response.writeHead(200, html)
      pour(exchange, filler, bytes)
    },
  },
  'not-http': {
    summary: 'Answers with something that is not HTTP.',
    instead({ request: { socket } }) {
      socket.end('220 mail.example ESMTP ready\r\n')
    },
  },
  'bad-chunks': {
    summary: 'Breaks the chunked encoding in the middle.',
    instead({ request: { socket } }) {
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZZZ\r\nworld\r\n')
    },
  },
  'length-lie': {
    summary: 'Announces more bytes than it sends and then disconnects.',
    delivers({ response }, body, headers) {
      response.writeHead(200, { ...html, ...headers, 'Content-Length': body.length + 5000 })
      response.write(body, () => response.socket?.end())
    },
  },
  truncated: {
    summary: 'Disconnects after half of the answer; the action was performed.',
    delivers({ response }, body, headers) {
      response.writeHead(200, { ...html, ...headers, 'Content-Length': body.length })
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.end())
    },
  },
  'truncated-quietly': {
    summary: 'Ends properly after half of the answer; the action was performed.',
    wraps: (body) => body.subarray(0, Math.floor(body.length / 2)),
  },
  'cut-after': {
    summary: 'Performs the action and cuts the connection before answering.',
    delivers: (exchange) => reset(exchange),
  },
  'empty-body': {
    summary: 'Answers 200 with nothing.',
    instead: (exchange) => send(exchange, 200, {}, ''),
  },
  'cookie-flood': {
    summary: 'Sets hundreds of large cookies, some for other hosts.',
    delivers(exchange, body, headers, { count = 300 }) {
      const cookies = Array.from({ length: count }, (_, n) => `flood${n}=${'c'.repeat(60)}; path=/; domain=.example`)
      send(exchange, 200, { ...headers, 'Set-Cookie': cookies.slice(0, 200) }, body)
    },
  },
} as const satisfies Record<string, FaultType>
