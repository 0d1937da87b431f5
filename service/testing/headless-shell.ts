import { existsSync } from 'node:fs'
import { copyFile, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findChromium } from '../platform/browser/find-chromium.ts'
import { cacheFolder, findDebianProgram } from './debian-programs.ts'

const packageName = 'chromium-headless-shell'
const program = 'usr/lib/chromium/chromium-headless-shell'
/** Data of the engine that Debian keeps in a package which both browsers use. */
const sharedFile =
  /^(icudtl\.dat|.*snapshot.*\.bin|vk_swiftshader_icd\.json|lib(EGL|GLESv2|vk_swiftshader|vulkan)\.so(\.1)?)$/
const firstShared = 'icudtl.dat'

/**
 * The same engine as Chromium without the window around it: a fresh context costs a quarter of the processor time.
 * Undefined where it is not on this machine, or where CHROMIUM_PATH names the browser to use; tests then use Chromium.
 */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined
  return ['/', join(cacheFolder, packageName)]
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path) && existsSync(join(dirname(path), firstShared)))
}

/** Downloads the headless shell into the cache where the tests use Debian's Chromium. Without it they only take longer. */
export async function provideHeadlessShell(): Promise<void> {
  const chromium = findChromium(process.env.CHROMIUM_PATH)
  if (chromium !== '/usr/lib/chromium/chromium' || process.env.CHROMIUM_PATH || findHeadlessShell()) return
  const found = await findDebianProgram(program, packageName)
  if (typeof found === 'string') return
  await copyShared(dirname(chromium), dirname(found.path))
}

/** Debian gives both browsers the same version, so the files of the installed one fit. The requested file is last. */
async function copyShared(from: string, to: string): Promise<void> {
  if (existsSync(join(to, firstShared))) return
  const names = (await readdir(from)).filter((name) => sharedFile.test(name) && name !== firstShared)
  for (const name of [...names, firstShared]) {
    const partial = join(to, `${name}.partial-${process.pid}`)
    await copyFile(join(from, name), partial)
    await rename(partial, join(to, name))
  }
}
