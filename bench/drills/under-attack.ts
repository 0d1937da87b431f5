import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startScratch } from '../../service/platform/database/embedded.ts'
import { seedFleet } from '../api/seed.ts'
import type { Block } from '../fuzz/watchdog.ts'
import { attack } from './attack/attackers.ts'
import { findLongestBlock } from './attack/blocks.ts'
import { addInsiders, attackFromInside } from './attack/insiders.ts'
import { limitMemory } from './attack/memory-limit.ts'
import { checkHealthUntil, signIn, type Work, workUntil } from './attack/signed-in-user.ts'
import { drillKey } from './key-writer.ts'
import type { Print } from './rounds.ts'
import { describeProcessorTime, type ServiceProcess, startService } from './service-process.ts'

const megabyte = 1024 * 1024
const password = 'a password for the drill'
const blockReporter = fileURLToPath(new URL('attack/report-blocks.ts', import.meta.url))

interface Begun {
  /** Ends the attack; returns what it did, for the report. */
  stop(): Promise<object>
}

interface Drill {
  seconds: number
  sites: number
  environment?: Record<string, string>
  begin(url: string): Promise<Begun> | Begun
  /** Above this, the answers to the person count as late. */
  maxP99Ms?: number
}

/** Attacks 1 to 4 and 8 at once on a service with 1 GB, while a signed-in user continues to work; returns problems. */
export const workUnderAttack = (print: Print, seconds: number, sites: number): Promise<string[]> =>
  runDrill(print, { seconds, sites, begin: (url) => attack({ port: Number(new URL(url).port), key: drillKey }) })

/** The same while so many limited keys attack with connections, bodies, MCP, batches, exports, PDFs and sign-ins. */
export const workAmongInsiders = (print: Print, seconds: number, sites: number, keys: number): Promise<string[]> =>
  runDrill(print, {
    seconds,
    sites,
    // The limits as they are by default.
    environment: { RATE_LIMIT_READS: '60000', RATE_LIMIT_CHANGES: '12000', RATE_LIMIT_HEAVY: '300' },
    maxP99Ms: 2_000,
    async begin(url) {
      const insiders = await addInsiders(url, drillKey, keys)
      print(`${insiders.length} limited keys of as many users`)
      return attackFromInside(Number(new URL(url).port), insiders)
    },
  })

async function runDrill(
  print: Print,
  { seconds, sites, environment = {}, begin, maxP99Ms = Number.POSITIVE_INFINITY }: Drill,
): Promise<string[]> {
  const memoryMb = 1024
  const cluster = await startScratch({})
  const administrator = new Client({ connectionString: cluster.url })
  await administrator.connect()
  await administrator.query('create database drill')
  const limit = await limitMemory(memoryMb * megabyte)
  let service: ServiceProcess | undefined
  try {
    service = await startService(
      {
        DATABASE_URL: cluster.urlOf('drill'),
        MASTER_KEY: 'a master key for the drill that is long enough',
        API_KEY: drillKey,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'silent',
        ROLE: 'api',
        MEMORY_LIMIT_MB: String(memoryMb),
        ...environment,
      },
      180_000,
      { prefix: limit.prefix, nodeOptions: [...limit.nodeOptions, '--import', blockReporter] },
    )
    await seedFleet(cluster.urlOf('drill'), sites)
    const { url, pid, output } = service
    const cookie = await signIn(url, 'admin', password)
    const attackers = await begin(url)
    const printed = output().length
    const before = await service.processorTime()
    const deadline = performance.now() + seconds * 1000
    const [work, health] = await Promise.all([workUntil(url, cookie, deadline), checkHealthUntil(url, deadline)])
    const after = await service.processorTime()
    const peakMb = { process: await peakOf(pid), group: toMb(await limit.peak()) }
    const shed = await metric(url, cookie, /^flotilla_shed_total\{.*$/gm)
    const begun = await attackers.stop()
    const problems = [...new Set([...work.failures, ...health.failures])]
    if (peakMb.process > memoryMb) problems.push(`it used ${peakMb.process} MB of ${memoryMb}`)
    if (work.p99 > maxP99Ms) problems.push(`the person waited ${work.p99} ms (p99), more than ${maxP99Ms}`)
    print(`${seconds} s with ${sites} sites; ${limit.kind}; attacks begun: ${JSON.stringify(begun)}`)
    print(`the person: ${describeWork(work)}`)
    print(`health checks: ${describeWork(health)}`)
    print(describeBlock(findLongestBlock(output().slice(printed))))
    print(describeProcessorTime(before, after))
    print(`peak memory: process ${peakMb.process} MB, control group ${peakMb.group ?? 'not counted'} MB`)
    for (const line of shed) print(line)
    return problems
  } finally {
    await service?.stop()
    await limit.remove()
    await administrator.end()
    await cluster.leave()
  }
}

const describeWork = ({ requests, failures, p50, p99, max }: Work) =>
  `${requests} requests, ${failures.length} failed, p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`

const toMb = (bytes: number | null) => (bytes === null ? null : Math.round(bytes / megabyte))

async function peakOf(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const metric = async (url: string, cookie: string, line: RegExp): Promise<string[]> => {
  const answer = await fetch(`${url}/metrics`, { headers: { cookie } }).then(
    (found) => found.text(),
    () => '',
  )
  return answer.match(line) ?? []
}

const describeBlock = (block: Block | null) => {
  if (!block) return 'no block of the event loop'
  const [cpu, clock] = [Math.round(block.cpuMs), Math.round(block.ms)]
  return `longest block of the event loop: ${cpu} ms of processor time (${clock} ms by the clock)`
}
