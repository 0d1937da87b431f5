import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type Resolver, systemResolver } from '../resolve.ts'

export interface NameServer {
  /** Uses only this server. */
  resolver: Resolver
  /** The requested names, one per query for an IPv4 address. */
  queried: string[]
}

/**
 * A real name server on loopback. Each query for the IPv4 addresses of a name gets the next list of that name, with a TTL of
 * zero; the last list is repeated.
 */
export async function startNameServer(names: Record<string, string[][]>): Promise<NameServer> {
  const queried: string[] = []
  const socket = createSocket('udp4', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question)
    const isIPv4 = type === 1
    if (isIPv4) queried.push(name)
    const lists = names[name] ?? []
    const addresses = isIPv4 ? ((lists.length > 1 ? lists.shift() : lists[0]) ?? []) : []
    socket.send(answerTo(question.subarray(0, end), addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { resolver: systemResolver([`127.0.0.1:${socket.address().port}`]), queried }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, addresses: string[]): Buffer {
  const head = Buffer.from(question)
  // A recursive answer without error: one question, the given answers, nothing else.
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    // Pointer to the name, type A, class IN, valid for 0 s, four bytes.
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, ...records])
}
