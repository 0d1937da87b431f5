import { readdir, readFile, readlink } from 'node:fs/promises'

export const ticksPerSecond = 100

/** Seconds of processor time a process used so far; with `children` also those it started, running or over. */
export async function processorSeconds(pid: number, { children = false } = {}): Promise<number> {
  const pids = children ? [pid, ...(await childrenOf(pid))] : [pid]
  const used = await Promise.all(pids.map((each) => statOf(each)))
  return used.reduce((sum, stat) => sum + (stat?.own ?? 0), 0) + (children ? (used[0]?.ofEnded ?? 0) : 0)
}

/** kill -9 of a process and those it started, as when their machine fails. */
export async function killWithChildren(pid: number): Promise<void> {
  for (const each of [pid, ...(await childrenOf(pid))]) kill(each)
}

/** kill -9 of the Node processes that this one started; the database and its watcher end by themselves. */
export async function killOwnNodes(): Promise<void> {
  for (const each of await childrenOf(process.pid)) {
    const program = await readlink(`/proc/${each}/exe`).catch(() => null)
    if (program === process.execPath) kill(each)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(all.map(async (each) => ({ pid: each, parent: (await statOf(each))?.parent })))
  return stats.filter(({ parent }) => parent === pid).map((each) => each.pid)
}

async function statOf(pid: number): Promise<{ parent: number; own: number; ofEnded: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the program is in brackets and may contain spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (first: number) => (Number(fields![first]) + Number(fields![first + 1])) / ticksPerSecond
  return fields && { parent: Number(fields[1]), own: seconds(11), ofEnded: seconds(13) }
}
