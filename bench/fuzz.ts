/**
 * Sends hostile requests for every operation to its own service, and measures its event loop and memory.
 * Exits with 1 after a 500, or when one request blocks the service for more than 100 ms.
 * Run: npm run fuzz [-- --seconds 300] [-- --requests 100000] [-- --seed word] [-- --only 1234]
 */
import { parseArgs } from 'node:util'
import { startScratch } from '../service/platform/database/embedded.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { circumstances } from './report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    requests: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: new Date().toISOString() },
    only: { type: 'string' },
  },
})
const seed = values.seed
for (const line of circumstances(`npm run fuzz -- --seed ${seed}`)) console.log(`- ${line}`)
const cluster = await startScratch()
try {
  const result = await runFuzz({
    connectionString: cluster.url,
    seed,
    seconds: Number(values.seconds),
    requests: values.only === undefined ? Number(values.requests) : 10,
    ...(values.only !== undefined && { only: Number(values.only), concurrency: 1 }),
    print: console.log,
  })
  for (const line of result.lines()) console.log(`- ${line}`)
  const problems = result.problems()
  for (const problem of problems) console.log(`PROBLEM ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await cluster.leave()
}
