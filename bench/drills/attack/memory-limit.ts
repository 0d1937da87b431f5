import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'

export interface MemoryLimit {
  /** How the limit is set, in words for the report. */
  kind: string
  /** Put before the command line of the process to limit. */
  prefix: string[]
  /** The most that was used so far, in bytes; null where nothing counts it. */
  peak(): Promise<number | null>
  remove(): Promise<void>
}

/** A control group inside the own one, where that can be made; else the process is only measured. */
export async function limitMemory(bytes: number): Promise<MemoryLimit> {
  try {
    return await makeGroup(bytes)
  } catch {
    const kind = 'no control group can be made here: the heap is limited and the resident set measured'
    return { kind, prefix: [], peak: async () => null, remove: async () => {} }
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
    prefix: ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`],
    peak: async () =>
      Number(await readFile(`${group}/${isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak'}`, 'utf8')),
    remove: () => rmdir(group),
  }
}
