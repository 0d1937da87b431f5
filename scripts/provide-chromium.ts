import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../service/platform/browser/find-chromium.ts'

const options = [
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
  'Acquire::https::Timeout=20',
  'DPkg::Lock::Timeout=60',
]

/** Installs Debian's Chromium where it is missing, this is root and apt is available, and prints it. Otherwise changes nothing. */
export async function provideChromium(): Promise<void> {
  if (findChromium(process.env.CHROMIUM_PATH)) return
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return
  console.log('Installing Chromium (apt-get install chromium): tests of the dashboard and of PDF reports use it.')
  // The list of packages may be old or missing; if it cannot be updated, an old one may still work.
  await aptGet('update').catch(() => {})
  await aptGet('install', '--yes', '--no-install-recommends', 'chromium').catch((error: Error) => {
    console.log(`Chromium could not be installed: ${error.message.split('\n', 1)[0]}`)
  })
}

const aptGet = (...args: string[]) =>
  promisify(execFile)('apt-get', [...options.flatMap((option) => ['-o', option]), '-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  })

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
