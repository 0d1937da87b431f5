// Starts any part of Flotilla on the right Node, from a fresh clone as well: `node launch.js start`, what `npm start` runs.
// Plain JavaScript without dependencies, because it runs before anything is installed, on the Node the system has (18 or newer).
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installPackages } from './scripts/install-packages.js'

const root = dirname(realpathSync(fileURLToPath(import.meta.url)))
const neededNode = 24

/** `development` marks what a production install (npm install --omit=dev) leaves out. */
const commands = {
  start: { file: 'service/main.ts', words: ['serve'] },
  demo: { file: 'service/main.ts', words: ['demo'] },
  simulator: { file: 'simulator/main.ts' },
  'web:build': { file: 'web/build.ts' },
  'web:dev': { file: 'node_modules/vite/bin/vite.js', words: ['web'], development: true },
  screenshots: { file: 'web/screenshots.ts', development: true },
  test: { file: 'scripts/test.ts', development: true },
  'test:quick': { file: 'scripts/test.ts', words: ['--quick'], development: true },
  check: { file: 'scripts/check.js', development: true },
  'test:live': { file: 'service/platform/connector/live/main.ts', development: true },
  generate: { file: 'service/contract/generate.ts', development: true },
  bench: { file: 'bench/main.ts', development: true },
  drill: { file: 'bench/drill.ts', development: true },
  fuzz: { file: 'bench/fuzz.ts', development: true },
}

/** Installs what is missing, then becomes (or starts) the program. Programs run when imported and read process.argv. */
export async function launch({ file, words = [], development = false }, furtherWords) {
  try {
    await installPackages(root, development)
  } catch (error) {
    return stop(error.message)
  }
  const program = join(root, file)
  if (!existsSync(program)) return stop(`${file} does not exist (yet).`)
  const node = findNode()
  if (!node) return stop(nodeIsTooOld())
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // Compiled code is kept between starts, which halves the time to load the service. The variable is for its children.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  const allWords = [...words, ...furtherWords]
  if (node !== realpathSync(process.execPath)) return runWith(node, [program, ...allWords])
  // We are on the right Node already, as after `npm start` in an installed clone: a second process would only cost.
  process.argv = [process.execPath, program, ...allWords]
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import(pathToFileURL(program).href)
}

/** The Node that npm installed for this platform, else the one we run on if it will do. */
function findNode() {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(installed)) return realpathSync(installed)
  return Number.parseInt(process.versions.node, 10) >= neededNode ? realpathSync(process.execPath) : undefined
}

function nodeIsTooOld() {
  return (
    `Flotilla needs Node ${neededNode} or newer; this is ${process.versions.node}, and npm has installed none for ` +
    `${process.platform} on ${process.arch}. On Linux (x64, arm64) run: npm install --include=optional. ` +
    `Elsewhere install Node ${neededNode} from https://nodejs.org and start again.`
  )
}

/** The child gets our signals and we end as it ends, so that npm, a shell or a supervisor sees one program. */
function runWith(node, words) {
  const child = spawn(node, [...process.execArgv, ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal by itself; twice would mean "at once" to the service.
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

function stop(sentence) {
  console.error(sentence)
  process.exitCode = 1
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.chdir(root) // as npm does
  const [name = '', ...words] = process.argv.slice(2)
  if (Object.hasOwn(commands, name)) await launch(commands[name], words)
  else stop(`Use: node launch.js <${Object.keys(commands).join('|')}>`)
}
