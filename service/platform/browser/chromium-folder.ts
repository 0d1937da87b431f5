import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profilePreferences } from './flags.ts'
import type { Identity } from './identity.ts'

const prefix = 'flotilla-browser-'
const hourMs = 3_600_000

/** A folder for one Chromium, with its profile in it. */
export async function makeFolder(identity: Identity | undefined): Promise<string> {
  // The other user may not be able to read our temp directory.
  const parent = identity ? '/tmp' : tmpdir()
  const folder = await mkdtemp(join(parent, prefix))
  await removeStale(parent, folder, identity)
  const preferences = join(folder, 'profile', 'Default')
  await mkdir(preferences, { recursive: true, mode: 0o700 })
  await writeFile(join(preferences, 'Preferences'), JSON.stringify(profilePreferences))
  if (identity) {
    const made = ['', 'profile', 'profile/Default', 'profile/Default/Preferences']
    for (const part of made) await chown(join(folder, part), identity.uid, identity.gid)
  }
  return folder
}

/** Removes folders of a process that was killed; by file time, since no Chromium runs for an hour. */
async function removeStale(parent: string, newest: string, identity: Identity | undefined): Promise<void> {
  const { mtimeMs: now } = await lstat(newest)
  const owner = identity?.uid ?? process.getuid?.()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const found = await lstat(join(parent, name)).catch(() => undefined)
    if (found?.isDirectory() && found.uid === owner && found.mtimeMs < now - hourMs) {
      await removeFolder(join(parent, name), identity)
    }
  }
}

/**
 * Removed by its owner: if root removed a folder in which another user can still write, that user could redirect
 * the removal. A failure is harmless; the next call tries again.
 */
export async function removeFolder(folder: string, identity: Identity | undefined): Promise<void> {
  if (!identity) return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {})
  const remover = spawn('rm', ['-rf', '--', folder], { ...identity, cwd: '/', stdio: 'ignore' })
  await once(remover, 'close').catch(() => {})
}
