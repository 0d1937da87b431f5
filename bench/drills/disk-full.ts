import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TrafficCounts } from './hostile-traffic.ts'

export interface Outcome {
  acknowledged: number
  refusedWhileFull: number
  acceptedAfterwards: number
  /** Acknowledged writes that are missing after space was freed: must be none. */
  lost: string[]
  readyAfterMs: number
  /** Hostile requests sent meanwhile. */
  hostile: TrafficCounts
}

const inside = fileURLToPath(new URL('./disk-full-inside.ts', import.meta.url))

/** Fills the disk of the data folder during writes, then frees space. Null where no small disk can be created. */
export async function fillDisk(dataDir: string, megabytes = 192): Promise<Outcome | null> {
  if (!(await canMakeDisks())) return null
  const args = ['-Urm', process.execPath, inside, dataDir, String(megabytes)]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The drill with the full disk ended with ${code}:\n${printed}`)
  return JSON.parse(printed.trim().split('\n').at(-1)!)
}

async function canMakeDisks(): Promise<boolean> {
  const child = spawn('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' })
  const code = await Promise.race([
    once(child, 'exit').then(([exit]) => exit as number | null),
    once(child, 'error').then(() => null),
  ])
  return code === 0
}
