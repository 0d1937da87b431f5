import { readFile, writeFile } from 'node:fs/promises'
import { processorSeconds, ticksPerSecond } from '../monitors/processor-time.ts'

/** Processor time by group of processes. */
export interface ProcessorUse {
  workers: number
  database: number
  simulator: number
  /** This benchmark and all other programs. */
  others: number
}

/** Seconds of processor time so far. */
export async function processorUse(processes: {
  workers: number[]
  database: number
  simulator: number
}): Promise<ProcessorUse> {
  const [all, database, simulator, ...each] = await Promise.all([
    machineSeconds(),
    processorSeconds(processes.database, { children: true }),
    processorSeconds(processes.simulator),
    ...processes.workers.map((pid) => processorSeconds(pid)),
  ])
  const workers = each.reduce((sum, one) => sum + one, 0)
  return { workers, database, simulator, others: all - workers - database - simulator }
}

/** Of all processes together: user, nice, system, interrupts; neither idle nor waiting for disks. */
async function machineSeconds(): Promise<number> {
  const [, user, nice, system, , , interrupts, soft] = (await readFile('/proc/stat', 'utf8'))
    .split(/\s+/, 9)
    .map(Number)
  return (user! + nice! + system! + interrupts! + soft!) / ticksPerSecond
}

/** Peak resident memory of a process, in megabytes. */
export async function peakResident(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024)
}

/** Resets the peak. Where the system does not allow it, the peak is that of the process's lifetime. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
