import { join } from 'node:path'
import { floodWithJobs } from './drills/job-flood.ts'
import { killDuringBackups, killDuringMigrations } from './drills/killed-commands.ts'
import type { Print } from './drills/rounds.ts'

/** Drills of classes 38 and 39 of spec/threats.md. `often` selects a quick or a full number. */
export const attackDrills = (often: (quick: number, full: number) => number) => ({
  /** A caller starts 10,000 jobs while another one syncs a single site. */
  async flood(dataDir: string, print: Print): Promise<string[]> {
    const result = await floodWithJobs(dataDir, 20, often(600, 10_000))
    const { smallJobMs, memoryMb } = result
    const slowest = Math.max(...smallJobMs.during)
    const median = smallJobMs.during.toSorted((a, b) => a - b)[Math.floor(smallJobMs.during.length / 2)]
    print(`${result.requested} jobs requested, ${result.accepted} accepted, ${result.refused} refused`)
    print(
      `the small job of another user took ${smallJobMs.before} ms before, ${median} ms (median) and at most ${slowest} ms meanwhile`,
    )
    print(`list of jobs at most ${result.longestListMs} ms; memory ${memoryMb.before} MB, at most ${memoryMb.most} MB`)
    print(result.processorTime)
    print(`${result.cancelled} jobs cancelled in ${result.cancelMs} ms`)
    if (result.refused === 0) result.problems.push('no job was refused')
    if (slowest > 20_000) result.problems.push(`the small job took ${slowest} ms`)
    return result.problems
  },

  /** kill -9 of `flotilla backup` and of `flotilla migrate` at many moments: nothing incomplete is accepted as complete. */
  async commands(dataDir: string, print: Print): Promise<string[]> {
    const backups = await killDuringBackups(dataDir, often(4, 20), often(50_000, 300_000))
    print(
      `backup (${backups.wholeMs} ms to write): ${backups.kills} kills left ${backups.half} half files, all refused`,
    )
    const migrations = await killDuringMigrations(join(dataDir, 'migrations'), often(3, 20))
    print(`migrate (${migrations.wholeMs} ms): killed half way ${migrations.half} of ${migrations.kills} times`)
    if (backups.half === 0 || migrations.half === 0)
      print('no kill hit a running command; run it again on a less busy machine')
    return [...backups.problems, ...migrations.problems]
  },
})
