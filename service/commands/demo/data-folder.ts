import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../../platform/config.ts'
import { UsageError } from '../usage-error.ts'
import type { SavedFleet } from './fleet-memory.ts'

export interface DataFolder {
  path: string
  /** Of an earlier start in the same folder. */
  saved: SavedFleet | undefined
  save(fleet: SavedFleet): Promise<void>
  /** Removes it if it was made for this start. */
  leave(): Promise<void>
}

const fileName = 'demo-fleet.json'

/** A folder of its own that goes at the end; or the one that DATA_DIR names, if it is empty or an earlier demo's. */
export async function openDataFolder(config: Config): Promise<DataFolder> {
  const isGiven = config.DATA_DIR !== readConfig({}).DATA_DIR
  const path = isGiven ? resolve(config.DATA_DIR) : await mkdtemp(join(tmpdir(), 'flotilla-demo-'))
  const file = join(path, fileName)
  const saved = isGiven ? await findSaved(path, file, config.DEMO_SITES) : undefined
  return {
    path,
    saved,
    save: (fleet) => writeFile(file, JSON.stringify(fleet), { mode: 0o600 }),
    leave: async () => {
      if (!isGiven) await rm(path, { recursive: true, force: true })
    },
  }
}

async function findSaved(path: string, file: string, count: number): Promise<SavedFleet | undefined> {
  const names: string[] = await readdir(path).catch(() => [])
  if (names.length === 0) return undefined
  if (!names.includes(fileName)) {
    throw new UsageError(
      `${path} holds something that no finished demo has left there. The demo never touches an installation: ` +
        'let DATA_DIR name an empty folder, or none for a demo that is gone at its end.',
    )
  }
  const saved = JSON.parse(await readFile(file, 'utf8')) as SavedFleet
  if (saved.sites.length === count) return saved
  throw new UsageError(
    `The demo in ${path} has ${saved.sites.length} sites: set DEMO_SITES to that, or use another folder.`,
  )
}
