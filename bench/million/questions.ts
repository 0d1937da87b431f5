import { apiQuestions, benchHeaders } from '../api/api.ts'
import { type MeasuredServer, startMeasuredServer } from '../api/measure.ts'
import { processorSeconds } from '../monitors/processor-time.ts'
import { peakResident, resetPeak } from '../sync/processor-use.ts'
import { updateQuestions } from '../updates-list.ts'
import type { SeededFleet } from './seeded-fleets.ts'

export interface Cost {
  p50: number
  p95: number
  /** Milliseconds of processor time of one request, of the service and of the database. */
  service: number
  database: number
}

export interface Streamed {
  seconds: number
  megabytes: number
  /** Additional memory of the service meanwhile, in megabytes. */
  memory: number
}

export interface Answers {
  costs: Record<string, Cost>
  basic: Streamed
  /** Peak memory of the service while it answered the questions, in megabytes. */
  memory: number
}

const sitesPerPage = 20
const list = apiQuestions['list by status']

function questionsFor(sites: number): Record<string, string> {
  const lastPage = Math.floor((sites * 0.8) / sitesPerPage)
  return {
    ...apiQuestions,
    'list by status, page 100': `${list}&input[page]=${Math.min(100, lastPage)}`,
    'list by status, page 1,000': `${list}&input[page]=${Math.min(1_000, lastPage)}`,
    // The same number of hits in both fleets: the longer the number, the fewer.
    'search, few hits': `${apiQuestions['search, few hits'].replace('bakery-9', `bakery-${'9'.repeat(Math.max(1, Math.round(Math.log10(sites)) - 4))}`)}`,
    overview: '/api/v2/overview',
    'search of the whole fleet': '/api/v2/search?q=bakery',
    'updates by item': updateQuestions['GET /updates/items'],
    'updates of one item, its sites': updateQuestions['GET /updates/items/…/sites'],
    'updates by site': updateQuestions['GET /updates, 50 sites'],
    'updates, first page': updateQuestions['list-updates, first page of 50'],
  }
}

const maxRequests = 1_000

export async function measureAnswers(
  { sites, url }: SeededFleet,
  database: number,
  secondsPerQuestion: number,
): Promise<Answers> {
  const server = await startMeasuredServer(url)
  try {
    const costs: Record<string, Cost> = {}
    const questions = Object.entries(questionsFor(sites))
    // The server still compiles its code.
    for (const [, path] of questions) await server.warmUp(server.service + path, benchHeaders, 40)
    for (const [question, path] of questions) costs[question] = await costOf(server, path, database, secondsPerQuestion)
    const memory = await peakResident(server.pid)
    return { costs, basic: await streamBasic(server), memory }
  } finally {
    await server.stop()
  }
}

async function costOf(server: MeasuredServer, path: string, database: number, seconds: number): Promise<Cost> {
  const url = server.service + path
  const { p50: wait } = await server.measure(url, benchHeaders, 4)
  const requests = Math.round(Math.min(maxRequests, Math.max(10, (seconds * 4_000) / wait)))
  const before = await processorSeconds(database, { children: true })
  const { perCpuSecond, p50, p95 } = await server.measure(url, benchHeaders, requests)
  const used = (await processorSeconds(database, { children: true })) - before
  // It also asks a fifth as often before it measures.
  return { p50, p95, service: 1_000 / perCpuSecond, database: (used * 1_000) / (requests * 1.2) }
}

/** All sites in one answer, read as it arrives. */
async function streamBasic(server: MeasuredServer): Promise<Streamed> {
  const resident = await peakResident(server.pid)
  await resetPeak(server.pid)
  const began = performance.now()
  const answer = await fetch(`${server.service}/api/v2/sites/basic`, { headers: benchHeaders })
  if (!answer.ok || !answer.body) throw new Error(`/sites/basic answered ${answer.status}.`)
  let bytes = 0
  for await (const part of answer.body) bytes += part.length
  const seconds = (performance.now() - began) / 1_000
  return { seconds, megabytes: bytes / 1e6, memory: Math.max(0, (await peakResident(server.pid)) - resident) }
}
