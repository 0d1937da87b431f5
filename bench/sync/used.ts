import { readFile, writeFile } from 'node:fs/promises'
import { processorSeconds, ticksPerSecond } from '../monitors/processor-time.ts'

/** Of processor time, by who used it. */
export interface Used {
  workers: number
  database: number
  simulator: number
  /** This benchmark itself and whatever else the machine does. */
  others: number
}

/** Seconds of processor time so far. */
export async function usedBy(processes: { workers: number[]; database: number; simulator: number }): Promise<Used> {
  const [all, database, simulator, ...each] = await Promise.all([
    machineSeconds(),
    processorSeconds(processes.database, { children: true }),
    processorSeconds(processes.simulator),
    ...processes.workers.map((pid) => processorSeconds(pid)),
  ])
  const workers = each.reduce((sum, one) => sum + one, 0)
  return { workers, database, simulator, others: all - workers - database - simulator }
}

/** What all processes together used: user, nice, system, interrupts; neither idle nor waiting for disks. */
async function machineSeconds(): Promise<number> {
  const [, user, nice, system, , , interrupts, soft] = (await readFile('/proc/stat', 'utf8'))
    .split(/\s+/, 9)
    .map(Number)
  return (user! + nice! + system! + interrupts! + soft!) / ticksPerSecond
}

/** The largest a process has been, in megabytes. */
export async function mostResident(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024)
}

/** From now on the largest counts anew. Where the system does not allow it, it is that of the whole life. */
export async function forgetMost(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
