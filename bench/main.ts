import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { startScratch } from '../service/platform/database/embedded.ts'
import { type ApiResult, measureApi, type Question } from './api/api.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const sizes = values.quick ? [100, 10_000] : [100, 10_000, 100_000]
const requests = values.quick ? 1_500 : 4_000

const lines: string[] = []
const say = (line = '') => {
  lines.push(line)
  console.log(line)
}
const percent = (share: number) => `${Math.round(share * 100)} %`

say(
  `machine: ${cpus().length} × ${cpus()[0]?.model || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)
say(`command: npm run bench${values.quick ? ' -- --quick' : ''}`)
say()

const cluster = await startScratch({ settings: { shared_buffers: '512MB' } })
try {
  const results: ApiResult[] = []
  for (const size of sizes) {
    const result = await measureApi(cluster, size, requests)
    results.push(result)
    say(`## API at ${size.toLocaleString('en')} sites`)
    say('| question | requests per CPU second | of a bare route with the same bytes | p50 ms | p95 ms |')
    say('|---|---|---|---|---|')
    for (const [question, answer] of Object.entries(result.answers)) {
      say(
        `| ${question} | ${answer.perCpuSecond} | ${percent(answer.ofBareRoute)} | ${answer.p50.toFixed(1)} | ${answer.p95.toFixed(1)} |`,
      )
    }
    say(`A raw prepared statement behind a bare route reaches ${percent(result.rawStatementOfBareRoute)} of it.`)
    say()
  }
  const [smallest, largest] = [results[0]!, results.at(-1)!]
  say(
    `## Growth from ${smallest.sites.toLocaleString('en')} to ${largest.sites.toLocaleString('en')} sites (cost per request, relative to the bare route)`,
  )
  for (const question of Object.keys(smallest.answers) as Question[]) {
    const growth = smallest.answers[question].ofBareRoute / largest.answers[question].ofBareRoute
    say(`- ${question}: × ${growth.toFixed(2)}`)
  }
} finally {
  await cluster.leave()
}
