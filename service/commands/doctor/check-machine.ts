import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { findChromium } from '../../platform/browser/find-chromium.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const neededNode = 24
const megabyte = 1024 * 1024

export interface Machine {
  nodeVersion: string
  platform: string
  arch: string
  userId: number
}

export function checkNode({ nodeVersion }: Machine): Finding {
  const enough = Number.parseInt(nodeVersion, 10) >= neededNode
  return enough
    ? ok('Node', nodeVersion)
    : problem(
        'Node',
        `${nodeVersion} is too old. Install Node ${neededNode}, or start with npm start, which includes its own.`,
      )
}

export function checkPlatform({ platform, arch }: Machine, usesEmbedded: boolean): Finding {
  const name = `${platform} on ${arch}`
  if (!usesEmbedded || (platform === 'linux' && ['x64', 'arm64'].includes(arch))) return ok('platform', name)
  return problem('platform', `There is no embedded database for ${name}. Set DATABASE_URL to a PostgreSQL of your own.`)
}

export function checkChromium(configured: string | undefined): Finding {
  const program = findChromium(configured)
  if (program) return ok('Chromium', program)
  const advice = 'Performance audits and PDF reports answer 503 without it: apt-get install chromium.'
  if (configured) return problem('Chromium', `CHROMIUM_PATH (${configured}) is not a program. ${advice}`)
  return warning('Chromium', `None was found. ${advice}`)
}

export async function checkDataDir(path: string, { userId }: Machine): Promise<Finding> {
  const found = await stat(path).catch(() => null)
  if (!found) return warning('DATA_DIR', `${path} does not exist yet; the first start creates it. Is DATA_DIR right?`)
  if (!found.isDirectory()) return problem('DATA_DIR', `${path} is not a folder. Set DATA_DIR to a folder.`)
  const writable = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return problem('DATA_DIR', `${path} cannot be written by this user. Give it to the user that runs Flotilla.`)
  if ((found.mode & 0o022) !== 0) return problem('DATA_DIR', `Others can write to ${path}. Run: chmod go-w ${path}`)
  if (found.uid !== userId) {
    return warning(
      'DATA_DIR',
      `${path} belongs to user ${found.uid}, this is user ${userId}. Run commands as the user of the service.`,
    )
  }
  return ok('DATA_DIR', path)
}

export async function checkDisk(path: string, free = freeBytes): Promise<Finding> {
  const megabytes = Math.floor((await free(path)) / megabyte)
  const text = `${megabytes} MB free at ${path}`
  if (megabytes < 256) return problem('disk', `Only ${text}. Free space now: a full disk stops the database.`)
  if (megabytes < 1024) return warning('disk', `Only ${text}. Free space before backups and logs fill it.`)
  return ok('disk', text)
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
