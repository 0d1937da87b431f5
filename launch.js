// Starts any part of Flotilla on the right Node, also from a fresh clone: `npm start` runs `node launch.js start`.
// Plain JavaScript without dependencies, because it runs before anything is installed, on the Node the system has (18 or newer).
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installNode, installPackages, npmInstall } from './scripts/install-packages.js'
import { findServiceProgram } from './scripts/service-bundle.js'

const root = dirname(realpathSync(fileURLToPath(import.meta.url)))
const nodeFolder = join(root, 'scripts', 'node')
const neededNode = 24
const isRightNode = Number.parseInt(process.versions.node, 10) >= neededNode

/** A clone has the sources of the dashboard, hence also needs the packages that build it; a release has it built. */
const isClone = existsSync(join(root, 'web', 'build.ts'))

/** `development` marks what needs packages that a release does not have. */
const commands = {
  start: { file: 'service/main.ts', args: ['serve'] },
  demo: { file: 'service/main.ts', args: ['demo'] },
  simulator: { file: 'simulator/main.ts' },
  'web:build': { file: 'web/build.ts' },
  'web:dev': { file: 'node_modules/vite/bin/vite.js', args: ['web'], development: true },
  screenshots: { file: 'web/testing/screenshots.ts', development: true },
  test: { file: 'scripts/testing/main.ts', development: true },
  'test:all': { file: 'scripts/testing/main.ts', args: ['--all'], development: true },
  'test:release': { file: 'scripts/testing/main.ts', args: ['--release'], development: true },
  'test:quick': { file: 'scripts/testing/main.ts', args: ['--quick'], development: true },
  mutants: { file: 'scripts/testing/mutants/main.ts', development: true },
  check: { file: 'scripts/check.js', development: true },
  patterns: { file: 'service/testing/check-patterns.ts', development: true },
  'test:live': { file: 'service/platform/connector/live/main.ts', development: true },
  generate: { file: 'service/contract/generate.ts', development: true },
  bench: { file: 'bench/main.ts', development: true },
  drill: { file: 'bench/drill.ts', development: true },
  fuzz: { file: 'bench/fuzz.ts', development: true },
  release: { file: 'scripts/release/main.ts', development: true },
  notices: { file: 'scripts/third-party-notices.ts', development: true },
}

/** Not needed by most installations, and larger than everything else together. */
async function installLighthouse() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await installPackages(root, isClone)
  // With these arguments npm takes the versions from package-lock.json and does not change it.
  if (!isClone)
    await npmInstall(root, ['--no-save', '--save-prod', '--omit=dev', `lighthouse@${devDependencies.lighthouse}`])
  console.log('Lighthouse is installed. Performance audits need Chromium, too.')
}

/** Installs what is missing, then runs the program in this process or a new one. Programs run when imported and read process.argv. */
export async function launch({ file, args = [], development = false }, furtherArgs) {
  if (!(await install(development))) return
  if (!existsSync(join(root, file))) return stop(`${file} does not exist (yet).`)
  const node = findNode()
  if (!node) return stop(nodeIsTooOld())
  process.env.PATH = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(delimiter)
  // Compiled code is cached between starts, which halves the time to load the service. The variable is for child processes.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  const program = file === 'service/main.ts' ? await findServiceProgram(root, node) : join(root, file)
  const allArgs = [...args, ...furtherArgs]
  if (node !== realpathSync(process.execPath)) return runWith(node, [program, ...allArgs])
  // This is the right Node already, as after `npm start` in an installed clone: no second process is needed.
  process.argv = [process.execPath, program, ...allArgs]
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import(pathToFileURL(program).href)
}

/** Installs what is missing; prints the reason and returns false if that fails. */
async function install(development) {
  try {
    await installPackages(root, development || isClone)
    if (!isRightNode) await installNode(nodeFolder)
    return true
  } catch (error) {
    stop(error.message)
    return false
  }
}

/** The Node of this machine if it is new enough, else the one from the npm registry. */
function findNode() {
  if (isRightNode) return realpathSync(process.execPath)
  const installed = join(nodeFolder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  return existsSync(installed) ? realpathSync(installed) : undefined
}

function nodeIsTooOld() {
  return (
    `Flotilla needs Node ${neededNode} or newer; this is ${process.versions.node}, and the npm registry has none for ` +
    `${process.platform} on ${process.arch}. Install Node ${neededNode} from https://nodejs.org and start again.`
  )
}

/** The child gets our signals and we end as it ends, so that npm, a shell or a supervisor sees one program. */
function runWith(node, args) {
  const child = spawn(node, [...process.execArgv, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C to every process; a second signal would mean "at once" to the service.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => stop(`${node} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.exitCode = 1
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function stop(message) {
  console.error(message)
  process.exitCode = 1
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.chdir(root) // as npm does
  const [name = '', ...args] = process.argv.slice(2)
  if (name === 'install') await install(false)
  else if (name === 'install-lighthouse') await installLighthouse().catch((error) => stop(error.message))
  else if (Object.hasOwn(commands, name)) await launch(commands[name], args)
  else stop(`Use: node launch.js <${[...Object.keys(commands), 'install', 'install-lighthouse'].join('|')}>`)
}
