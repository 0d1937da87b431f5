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
  answers: Record<Question, Measured & { ofBareRoute: number }>
  /** One raw prepared statement behind a bare route, against the bare route. */
  rawStatementOfBareRoute: number
}

/** Requests per second of the service's processor time, against a bare route that sends the same bytes, in the same process. */
export async function measureApi(cluster: EmbeddedDatabase, sites: number, requests: number): Promise<ApiResult> {
  const connectionString = await newDatabase(cluster, `bench_${sites}`)
  await seedFleet(connectionString, sites)
  const server = await startMeasuredServer(connectionString)
  try {
    const answers = {} as ApiResult['answers']
    let rawStatementOfBareRoute = 0
    await server.warmUp(`${server.bare}/bare`, {}, requests / 2)
    await server.warmUp(`${server.bare}/raw`, {}, requests / 2)
    for (const path of Object.values(apiQuestions))
      await server.warmUp(server.service + path, benchHeaders, requests / 2)
    for (const [question, path] of Object.entries(apiQuestions) as [Question, string][]) {
      const first = await fetch(server.service + path, { headers: benchHeaders })
      await server.sendSameBytes(await first.text())
      // Before and after, because other programs use the machine too: the mean is the comparison value.
      const before = await server.measure(`${server.bare}/bare`, {}, requests)
      const answer = await server.measure(server.service + path, benchHeaders, requests)
      const after = await server.measure(`${server.bare}/bare`, {}, requests)
      const bare = (before.perCpuSecond + after.perCpuSecond) / 2
      answers[question] = { ...answer, ofBareRoute: answer.perCpuSecond / bare }
      if (question === 'list by status') {
        rawStatementOfBareRoute = (await server.measure(`${server.bare}/raw`, {}, requests)).perCpuSecond / bare
      }
    }
    return { sites, answers, rawStatementOfBareRoute }
  } finally {
    await server.stop()
  }
}

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
