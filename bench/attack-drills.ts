import { join } from 'node:path'
import { floodWithJobs } from './drills/job-flood.ts'
import { killDuringBackups, killDuringMigrations } from './drills/killed-commands.ts'
import type { Say } from './drills/rounds.ts'

/** Drills of class 38 and 39 of spec/threats.md. `often` chooses between a quick and a full number. */
export const attackDrills = (often: (quick: number, full: number) => number) => ({
  /** A caller orders 10,000 jobs while another one wants a single site synced. */
  async flood(dataDir: string, say: Say): Promise<string[]> {
    const result = await floodWithJobs(dataDir, 20, often(600, 10_000))
    const { smallJobMs, memoryMb } = result
    const slowest = Math.max(...smallJobMs.during)
    const median = smallJobMs.during.toSorted((a, b) => a - b)[Math.floor(smallJobMs.during.length / 2)]
    say(`${result.asked} jobs ordered, ${result.accepted} accepted, ${result.refused} refused`)
    say(
      `the small job of another user took ${smallJobMs.before} ms before, ${median} ms (median) and at most ${slowest} ms meanwhile`,
    )
    say(`list of jobs at most ${result.longestListMs} ms; memory ${memoryMb.before} MB, at most ${memoryMb.most} MB`)
    say(result.processorTime)
    say(`${result.cancelled} jobs cancelled in ${result.cancelMs} ms`)
    if (result.refused === 0) result.problems.push('no order was refused')
    if (slowest > 20_000) result.problems.push(`the small job took ${slowest} ms`)
    return result.problems
  },

  /** kill -9 of `flotilla backup` and of `flotilla migrate` at many moments: nothing half is taken for whole. */
  async commands(dataDir: string, say: Say): Promise<string[]> {
    const backups = await killDuringBackups(dataDir, often(4, 20), often(50_000, 300_000))
    say(`backup (${backups.wholeMs} ms to write): ${backups.kills} kills left ${backups.half} half files, all refused`)
    const migrations = await killDuringMigrations(join(dataDir, 'migrations'), often(3, 20))
    say(`migrate (${migrations.wholeMs} ms): killed half way ${migrations.half} of ${migrations.kills} times`)
    if (backups.half === 0 || migrations.half === 0) say('no kill came in time; run it again on a calmer machine')
    return [...backups.problems, ...migrations.problems]
  },
})
