import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { acknowledgedWritesRound } from './drills/acknowledged-writes.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 3 : 10

/** kill -9 of the service, of its database or of both during writes; the next round goes on with the same data. */
async function drillAcknowledgedWrites(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  let failed = 0
  let acknowledged = 0
  try {
    for (let round = 1; round <= rounds; round++) {
      const kill = (['service', 'both', 'database'] as const)[round % 3]!
      const result = await acknowledgedWritesRound({ dataDir, killAfter: 20 + 37 * round, kill })
      acknowledged += result.acknowledged
      if (result.lost.length > 0) failed++
      console.log(
        `round ${round}: killed ${kill === 'both' ? 'service and database' : kill}, ` +
          `${result.acknowledged} acknowledged, ${result.lost.length} lost, ready again after ${result.readyAfterMs} ms`,
      )
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    `acknowledged writes: ${acknowledged} in ${rounds} rounds, ${failed === 0 ? 'none lost' : `${failed} rounds lost some`}`,
  )
  return failed === 0
}

process.exitCode = (await drillAcknowledgedWrites()) ? 0 : 1
