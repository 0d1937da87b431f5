import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Runs `npm install` when node_modules differs from package-lock.json; the check takes two milliseconds. */
export async function installPackages(root, development) {
  if (isInstalled(root, development)) return
  await alone(join(root, 'node_modules'), '.installing', async () => {
    if (isInstalled(root, development)) return // by the one we waited for
    console.error('Installing packages (npm install), once after each change of package-lock.json ...')
    await npmInstall(root, [development ? '--include=dev' : '--omit=dev'])
  })
}

/** Installs the Node for this platform that the lockfile in `folder` names. Other platforms get none. */
export async function installNode(folder) {
  const name = `node_modules/node-${process.platform}-${process.arch}`
  const isThere = () => {
    const [locked, present] = lockfilesIn(folder).map((packages) => packages?.[name])
    return locked === undefined || present?.version === locked.version
  }
  if (isThere()) return
  await alone(join(folder, 'node_modules'), '.installing', async () => {
    if (isThere()) return
    console.error(`Installing a newer Node from the npm registry, because this one is ${process.versions.node} ...`)
    await npmInstall(folder, [])
  })
}

/** Compares installed and required packages: file times are useless after a git checkout. */
function isInstalled(root, development) {
  const [locked, present] = lockfilesIn(root)
  if (!locked) return true // without a list there is nothing to compare
  if (!present) return false
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true
    if (present[path]) return present[path].version === entry.version
    // Optional packages are for other platforms or could not be installed; trying again would not help.
    return entry.optional || entry.devOptional || (entry.dev && !development)
  })
}

/** The required and the installed packages. */
const lockfilesIn = (folder) =>
  [join(folder, 'package-lock.json'), join(folder, 'node_modules', '.package-lock.json')].map(readPackages)

function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${lockfile} cannot be read: ${error.message}`)
  }
}

/** Throws an error with npm's output if it fails. */
export async function npmInstall(folder, options) {
  const args = ['install', '--no-audit', '--no-fund', ...options]
  const npm = process.env.npm_execpath
  const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(file, [...first, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`npm cannot be started: ${error.message}`)))
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${output.trim()}\n\nnpm install failed; its output is above.`)
}

/** One process at a time; a dead holder of the lock is recognised by its process id. */
export async function alone(folder, name, act) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, name)
  const mine = `${lock}-${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    // A link is created together with its content, unlike a file.
    while (!tryLink(mine, lock)) {
      if (holderDied(lock)) rmSync(lock, { force: true })
      else await pause(200)
    }
    await act().finally(() => rmSync(lock, { force: true }))
  } finally {
    rmSync(mine, { force: true })
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function holderDied(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
