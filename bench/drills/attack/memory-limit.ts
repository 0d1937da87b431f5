import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'

export interface MemoryLimit {
  /** How the limit is set, for the report. */
  kind: string
  /** Put before the command line of the process to limit. */
  prefix: string[]
  nodeOptions: string[]
  /** Peak use so far, in bytes; null where it is not measured. */
  peak(): Promise<number | null>
  remove(): Promise<void>
}

/** A control group inside our own if it can be created; otherwise the process is only measured. */
export async function limitMemory(bytes: number): Promise<MemoryLimit> {
  try {
    return await makeGroup(bytes)
  } catch {
    const heapMb = Math.round(bytes / 2 ** 20 / 2)
    const kind = `no control group can be created here: the heap is limited to ${heapMb} MB and the resident set measured`
    const nodeOptions = [`--max-old-space-size=${heapMb}`]
    return { kind, prefix: [], nodeOptions, peak: async () => null, remove: async () => {} }
  }
}

async function makeGroup(bytes: number): Promise<MemoryLimit> {
  const own = await readFile('/proc/self/cgroup', 'utf8')
  const [, second] = /^\d+:memory:(.*)$/m.exec(own) ?? []
  const [, unified] = /^0::(.*)$/m.exec(own) ?? []
  const isFirst = second !== undefined
  const root = isFirst ? `/sys/fs/cgroup/memory${second}` : `/sys/fs/cgroup${unified}`
  const group = `${root.replace(/\/$/, '')}/flotilla-drill-${process.pid}`
  await mkdir(group)
  try {
    await writeFile(`${group}/${isFirst ? 'memory.limit_in_bytes' : 'memory.max'}`, String(bytes))
  } catch (error) {
    await rmdir(group)
    throw error
  }
  return {
    kind: `control group (version ${isFirst ? 1 : 2}) of ${Math.round(bytes / 2 ** 20)} MB`,
    nodeOptions: [],
    prefix: ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`],
    peak: async () =>
      Number(await readFile(`${group}/${isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak'}`, 'utf8')),
    remove: () => removeGroup(group),
  }
}

/** A process that has just ended still counts for a moment. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rmdir(group)
    } catch (error) {
      if (tries === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
