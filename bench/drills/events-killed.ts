import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishEvents } from '../../service/domain/events/index.ts'
import { waitUntil } from './job-under-way.ts'
import { drillKey } from './key-writer.ts'
import { type SupervisedProcesses, startSupervised, victims } from './supervised-processes.ts'

export interface EventsKilled {
  events: number
  kills: number
  /** Messages that the receiver got, repeated ones included. */
  received: number
  repeated: number
  doneAfterMs: number
  problems: string[]
}

interface Message {
  id: string
  subject: string
  number: number
}

const subjects = 200
const writers = 8

/**
 * Publishes events while the api, workers and the database are killed. A webhook must receive each event, in order per subject, and a
 * reader that follows the cursor must see each once. A second webhook never answers and must not delay the first.
 */
export async function killDuringEvents(dataDir: string, events: number, kills: number): Promise<EventsKilled> {
  const processes = await startSupervised(dataDir, 2)
  const messages: Message[] = []
  const receiver = await listen((message) => void messages.push(message))
  const dead = await listen(null)
  try {
    for (const { url } of [receiver, dead]) await addWebhook(processes, url)
    const began = performance.now()
    const reading = { stopped: false }
    const followed = follow(processes, reading)
    let published = 0
    const publishing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = writer; number < events; number += writers) {
          await publish(processes, number)
          published++
        }
      }),
    )
    for (let kill = 0; kill < kills; kill++) {
      await waitUntil(async () => published >= ((kill + 1) * events) / (kills + 2))
      await processes.kill(victims[kill % victims.length] ?? 'worker')
    }
    await publishing
    await waitUntil(async () => new Set(messages.map(({ id }) => id)).size >= events, 600_000)
    const doneAfterMs = Math.round(performance.now() - began)
    reading.stopped = true
    const cursor = await followed
    const { ids, problems } = compareMessages(messages, events)
    problems.push(...compareCursor(cursor, events))
    return { events, kills, received: messages.length, repeated: messages.length - ids, doneAfterMs, problems }
  } finally {
    receiver.close()
    dead.close()
    await processes.close()
  }
}

/** The outcome of a transaction is unknown when the database dies at its commit; the key makes the repetition harmless. */
async function publish({ db }: SupervisedProcesses, number: number): Promise<void> {
  const site = (number % subjects) + 1
  const data = { by: String(number) }
  await waitUntil(async () => {
    await publishEvents(db, [{ type: 'site.added', siteId: site, data, key: `drill ${number}` }], new Date())
    return true
  })
}

function compareMessages(messages: readonly Message[], events: number) {
  const problems: string[] = []
  const first = [...new Map(messages.toReversed().map((message) => [message.id, message])).values()].toReversed()
  const numbers = new Set(first.map(({ number }) => number))
  if (first.length !== events) problems.push(`${first.length} ids for ${events} events`)
  if (numbers.size !== events) problems.push(`${numbers.size} of ${events} events were delivered`)
  for (const [subject, own] of Map.groupBy(first, (message) => message.subject)) {
    const received = own.map(({ number }) => number)
    const isOrdered = received.every((number, index) => index === 0 || number > (received[index - 1] ?? 0))
    if (!isOrdered) problems.push(`${subject} was delivered out of order: ${received.join(', ')}`)
  }
  return { ids: first.length, problems }
}

function compareCursor(numbers: readonly number[], events: number): string[] {
  const problems: string[] = []
  if (numbers.length !== events) problems.push(`the cursor returned ${numbers.length} of ${events} events`)
  if (new Set(numbers).size !== numbers.length) problems.push('the cursor returned an event twice')
  return problems
}

const headers = { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' }

/** Reads all events with the cursor, also while processes are killed. Returns their numbers in the order of the cursor. */
async function follow({ url }: SupervisedProcesses, reading: { stopped: boolean }): Promise<number[]> {
  const numbers: number[] = []
  let since = '0'
  for (;;) {
    const isLast = reading.stopped
    const page = await readPage(url, since)
    if (page) {
      since = page.cursor
      numbers.push(...page.events.map(({ data }) => Number(data.by)))
    }
    if (isLast && page?.events.length === 0) return numbers
    if (!page || page.events.length === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

interface Page {
  events: { data: { by: string } }[]
  cursor: string
}

async function readPage(url: string, since: string): Promise<Page | null> {
  try {
    const answer = await fetch(`${url}/api/v2/events?types=site.added&since=${since}`, { headers })
    if (!answer.ok) return null
    // The answer of list-events.
    return ((await answer.json()) as { data: Page }).data
  } catch {
    return null
  }
}

async function addWebhook({ url }: SupervisedProcesses, receiver: string): Promise<void> {
  const body = JSON.stringify({ url: receiver, types: ['site.added'] })
  const answer = await fetch(`${url}/api/v2/webhooks`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The webhook was not added: ${await answer.text()}`)
}

/** A receiver of webhooks; without a callback it never answers. */
async function listen(onMessage: ((message: Message) => void) | null): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      if (!onMessage) return
      // The body of an event of this drill.
      const { id, subject, data } = JSON.parse(body) as { id: string; subject: string; data: { by: string } }
      onMessage({ id, subject, number: Number(data.by) })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
