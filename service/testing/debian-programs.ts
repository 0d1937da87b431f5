import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A Debian program that a test uses. `folder` is `/` if its package is installed on this machine. */
export interface DebianProgram {
  path: string
  folder: string
  /** The environment that the program needs to find its libraries. */
  environment: Record<string, string>
}

// The home of root is not readable by the other users that some programs run as.
const cacheOfUser = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache')

/** Shared by all clones of a user, because packages are large and do not change. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || cacheOfUser, 'flotilla', 'debian')

const searched = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/local/sbin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
]
const unpackedInto = ['usr/sbin', 'usr/bin', 'sbin', 'bin']

/**
 * Finds a program on this machine, in the cache, or by downloading its Debian packages and unpacking them into the cache. Nothing is
 * installed: a package with a service would start it. Returns the reason as a sentence if the program is not available.
 *
 * `program` is a file name, or a path below the root for programs outside of the usual folders (`usr/lib/postgresql/15/bin/postgres`).
 */
export async function findDebianProgram(program: string, ...packages: string[]): Promise<DebianProgram | string> {
  const installed = await findFile(program.includes('/') ? ['/'] : searched, program)
  if (installed) return { path: installed, folder: '/', environment: {} }
  try {
    const folder = await unpackPackages(packages)
    const path = await findFile(
      program.includes('/') ? [folder] : unpackedInto.map((each) => join(folder, each)),
      program,
    )
    if (!path) return `${packages.join(', ')} of Debian has no program ${program}.`
    return { path, folder, environment: { LD_LIBRARY_PATH: (await libraryFolders(folder)).join(delimiter) } }
  } catch (error) {
    const reason = ((error as { stderr?: string }).stderr || (error as Error).message).trim().split('\n').at(-1)
    return `${program} is not installed and Debian's ${packages.join(', ')} cannot be downloaded: ${reason}`
  }
}

async function findFile(folders: string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name)
    if (folder && (await isExecutable(path))) return path
  }
  return undefined
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The folder with the packages and their libraries that this machine lacks. */
async function unpackPackages(packages: string[]): Promise<string> {
  const folder = join(cacheFolder, packages.join('+'))
  if (await isExecutable(folder)) return folder
  await mkdir(cacheFolder, { recursive: true })
  const work = await mkdtemp(join(cacheFolder, '.unpacking-'))
  try {
    const settings = await packageListSettings(packages, join(work, 'apt'))
    const names = await missingPackages(packages, settings)
    await run('apt-get', [...settings, '-q', 'download', ...names], { cwd: work })
    const root = join(work, 'root')
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg-deb', ['--extract', join(work, file), root])
    }
    // Fails if another process was faster; its result is equivalent.
    await rename(root, folder).catch((error) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
    })
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Uses the machine's package lists; fetches its own if they are empty or too old. Needs no root for either. */
async function packageListSettings(packages: string[], folder: string): Promise<string[]> {
  const common = ['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=', '-o', 'Acquire::Retries=1']
  const known = await run('apt-cache', ['show', ...packages]).catch(() => null)
  if (known) return common
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true })
  await mkdir(join(folder, 'archives', 'partial'), { recursive: true })
  const own = [...common, '-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${folder}`]
  await run('apt-get', [...own, '-q', 'update'])
  return own
}

/** The packages and their dependencies, without those installed. */
async function missingPackages(packages: string[], settings: string[]): Promise<string[]> {
  const args = [...settings, '--simulate', '--no-install-recommends', 'install', ...packages]
  const { stdout } = await run('apt-get', args)
  const missing = [...stdout.matchAll(/^Inst (\S+) /gm)].map(([, name]) => name!)
  return missing.length > 0 ? missing : packages
}

/** Includes folders with private libraries, such as those of systemd. */
async function libraryFolders(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const parent of ['usr/lib', 'lib']) {
    const names = await readdir(join(folder, parent)).catch(() => [])
    const shared = names.filter((name) => name.includes('-linux-')).map((name) => join(folder, parent, name))
    const inside = await Promise.all(shared.map((each) => readdir(each, { withFileTypes: true })))
    const folders = inside.flat().filter((each) => each.isDirectory())
    found.push(join(folder, parent), ...shared, ...folders.map((each) => join(each.parentPath, each.name)))
  }
  return found
}
