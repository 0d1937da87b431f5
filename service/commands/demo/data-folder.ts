import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../../platform/config.ts'
import { UsageError } from '../usage-error.ts'
import type { SavedFleet } from './saved-fleet.ts'

export interface DataFolder {
  path: string
  /** From an earlier start in the same folder. */
  saved: SavedFleet | undefined
  save(fleet: SavedFleet): Promise<void>
  /** Removes a temporary folder. */
  leave(): Promise<void>
}

const fileName = 'demo-fleet.json'

/** A temporary folder, or the one of DATA_DIR if it is empty or has an earlier demo. */
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
      `${path} has files that are not from a finished demo. The demo never changes an installation: ` +
        'set DATA_DIR to an empty folder, or leave it out for a temporary demo. ' +
        'If another process creates a demo there, wait until it is ready.',
    )
  }
  // Written by `save` below.
  const saved = JSON.parse(await readFile(file, 'utf8')) as SavedFleet
  if (saved.sites.length === count) return saved
  throw new UsageError(
    `The demo in ${path} has ${saved.sites.length} sites: set DEMO_SITES to that, or use another folder.`,
  )
}
