import { Client, Pool } from 'pg'
import { ensureFirstAdministrator, readAccessState } from '../../service/domain/access/index.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { openDatabase } from '../../service/platform/database/database.ts'
import type { EmbeddedDatabase } from '../../service/platform/database/embedded.ts'
import { migrate } from '../../service/platform/database/migrate.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { type Measured, startMeasuredServer } from './measure.ts'
import { seedFleet } from './seed.ts'

export const benchKey = 'a key that only benchmarks use, long enough'
export const benchMasterKey = 'a master key for benchmarks only'
export const benchPassword = 'a password for benchmarks'
export const benchHeaders = { authorization: `Bearer ${benchKey}` }
const abilities = '/api/v1/abilities/svc'

export const apiQuestions = {
  'list by status': `${abilities}/list-sites-v1/run?input[status]=connected&input[per_page]=20`,
  'list by client': `${abilities}/list-sites-v1/run?input[client_id]=7&input[per_page]=20`,
  'list by tag': `${abilities}/list-sites-v1/run?input[tag_id]=3&input[per_page]=20`,
  'get one': `${abilities}/get-site-v1/run?input[site_id_or_domain]=50`,
  count: `${abilities}/count-sites-v1/run`,
  'search, few hits': `${abilities}/list-sites-v1/run?input[search]=bakery-9&input[per_page]=20`,
  'search, many hits': `${abilities}/list-sites-v1/run?input[search]=bakery&input[per_page]=20`,
} as const
export type Question = keyof typeof apiQuestions

export interface ApiResult {
  sites: number
  /** Of the process after all questions, in bytes. */
  memory: number
  answers: Record<Question, Measured & { ofBareRoute: number; ofRawStatement: number }>
}

/** Other programs use the machine too: everything is measured in turn, several times, and the medians are compared. */
const rounds = 5

/**
 * Requests per second of the service's processor time, against a bare route that sends the same bytes, and one that also sends the
 * same prepared statements to the database, in the same process.
 */
export async function measureApi(cluster: EmbeddedDatabase, sites: number, requests: number): Promise<ApiResult> {
  const connectionString = await newDatabase(cluster, `bench_${sites}`)
  await seedFleet(connectionString, sites)
  const server = await startMeasuredServer(connectionString)
  try {
    const answers = {} as ApiResult['answers']
    const [bareRoute, rawStatement] = [`${server.bare}/bare`, `${server.bare}/raw`]
    await server.warmUp(bareRoute, {}, requests / 2)
    for (const path of Object.values(apiQuestions)) {
      await server.warmUp(server.service + path, benchHeaders, requests / 2)
      await server.repeat(path, benchHeaders)
      await server.warmUp(rawStatement, {}, requests / 4)
    }
    for (const [question, path] of Object.entries(apiQuestions) as [Question, string][]) {
      if ((await server.repeat(path, benchHeaders)) === 0) throw new Error(`“${question}” sends no statement.`)
      const measured: ApiResult['answers'][Question][] = []
      for (let round = 0; round < rounds; round++) {
        const bare = await server.measure(bareRoute, {}, requests / rounds)
        const raw = await server.measure(rawStatement, {}, requests / rounds)
        const answer = await server.measure(server.service + path, benchHeaders, requests / rounds)
        measured.push({
          ...answer,
          ofBareRoute: answer.perCpuSecond / bare.perCpuSecond,
          ofRawStatement: answer.perCpuSecond / raw.perCpuSecond,
        })
      }
      answers[question] = mediansOf(measured)
    }
    return { sites, answers, memory: await server.memory() }
  } finally {
    await server.stop()
  }
}

function mediansOf<Figures extends Record<keyof Figures, number>>(measured: readonly Figures[]): Figures {
  const [first] = measured
  if (!first) throw new Error('Nothing was measured.')
  const names = Object.keys(first) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, median(measured.map((each) => each[name]))])) as Figures
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function newDatabase(cluster: EmbeddedDatabase, name: string): Promise<string> {
  const admin = new Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const connectionString = cluster.urlOf(name)
  const pool = new Pool({ connectionString })
  await migrate(pool)
  await pool.end()
  const db = openDatabase({ connectionString })
  const platform = { clock: systemClock, secrets: createSecrets([benchMasterKey]) }
  await ensureFirstAdministrator(
    { ...platform, db, access: await readAccessState({ ...platform, db }) },
    { API_KEY: benchKey, ADMIN_PASSWORD: benchPassword },
  )
  await db.destroy()
  return connectionString
}
