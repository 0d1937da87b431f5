// The service in a few files instead of more than two thousand, which more than halves the time to load it.
// launch.js builds the bundle when a source changed and runs it. `node scripts/service-bundle.js [<project>]` only builds it.
// Plain JavaScript, because launch.js imports this on the Node the system has; only the build needs Rolldown.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './install-packages.js'

const builder = realpathSync(fileURLToPath(import.meta.url))
const ownProject = dirname(dirname(builder))
const folderName = 'dist'
const listName = 'sources.json'

// Packages of many files that every start loads, each with what it imports. All others are loaded from node_modules.
const bundledPackages = /^(@modelcontextprotocol\/server|fastify|kysely|pg|pg-boss|prom-client|undici|zod)(\/|$)/
// pino starts its threads from files beside it; the other one is optional and not installed.
const neverBundled = /^(node:|pino(\/|$)|pg-native$)/

/** The file to run: the bundle, which is built first if a source changed, or the source if there can be no bundle. */
export async function findServiceProgram(project, node) {
  return findBundle(project) ?? (await buildOnce(project, node)) ?? join(project, 'service', 'main.ts')
}

/** The bundle, if the packages are the same and every source has the size and time that it had when the bundle was built. */
export function findBundle(project) {
  try {
    const { folder, packages, sources } = readList(project)
    if (packages !== hashPackages(project)) return undefined
    const isSame = sources.every(([path, size, time]) => {
      const found = statSync(join(project, path))
      return found.size === size && found.mtimeMs === time
    })
    return isSame ? join(project, folderName, folder, 'main.js') : undefined
  } catch {
    return undefined // not built yet, or a source was removed
  }
}

const readList = (project) => JSON.parse(readFileSync(join(project, folderName, listName), 'utf8'))

/** By content: npm install writes the file again with the same one. */
const hashPackages = (project) =>
  createHash('sha256')
    .update(readFileSync(join(project, 'package-lock.json')))
    .digest('hex')

/** Returns undefined if there can be no bundle: in a read-only folder and without Rolldown, as in a release. */
async function buildOnce(project, node) {
  if (!existsSync(join(project, 'node_modules', 'rolldown'))) return undefined
  try {
    await alone(join(project, 'node_modules'), '.bundling', async () => {
      if (!findBundle(project)) await run(node, [builder, project])
    })
  } catch {
    return undefined
  }
  return findBundle(project)
}

function run(file, args) {
  // Its output is ignored: what is wrong with a source is printed when the source is run instead.
  const child = spawn(file, args, { stdio: 'ignore' })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

/**
 * Each bundle has a folder of its own, which is complete before it is listed. The one before it stays: a process that runs it
 * loads parts of it later.
 */
async function build(project) {
  const { rolldown } = await import('rolldown')
  const startedAt = Date.now()
  const packages = hashPackages(project)
  const folders = join(project, folderName)
  const unfinished = join(folders, `unfinished-${process.pid}`)
  let modules = []
  const listModules = {
    name: 'list-modules',
    buildEnd() {
      modules = [...this.getModuleIds()]
    },
  }
  try {
    const bundle = await rolldown({
      input: join(project, 'service', 'main.ts'),
      cwd: project,
      platform: 'node',
      tsconfig: false,
      // The bundle names the files of packages by their path in the project, also where node_modules is a link.
      resolve: { symlinks: false },
      external: isExternal,
      plugins: [keepAddresses(unfinished), listModules],
      // CommonJS packages and optional ones cause warnings that say nothing about our sources.
      logLevel: 'silent',
    })
    await bundle.write({ dir: unfinished })
    await bundle.close()
    const sources = [...modules, join(project, 'scripts', 'service-bundle.js')]
      .filter((path) => path.startsWith(`${project}/`))
      .sort()
      .map((path) => {
        const { size, mtimeMs } = statSync(path)
        if (mtimeMs >= startedAt) throw new Error(`${path} was changed during the build. Build again.`)
        return [relative(project, path), size, mtimeMs]
      })
    const folder = await hashBundle(unfinished)
    const before = findFolder(project)
    // A bundle with the same content stays as it is: a process may run it.
    if (!existsSync(join(folders, folder))) await rename(unfinished, join(folders, folder))
    const list = join(folders, `${listName}-${process.pid}`)
    await writeFile(list, JSON.stringify({ folder, packages, sources }))
    await rename(list, join(folders, listName))
    for (const name of await readdir(folders))
      if (![folder, before, listName].includes(name)) await rm(join(folders, name), { recursive: true, force: true })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The names of the parts have a hash of their content. */
async function hashBundle(folder) {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'main.js')))
  for (const name of (await readdir(folder)).sort()) hash.update(name)
  return hash.digest('hex').slice(0, 12)
}

function findFolder(project) {
  try {
    return readList(project).folder
  } catch {
    return undefined
  }
}

function isExternal(id, importer) {
  if (/^[./]/.test(id)) return false
  return neverBundled.test(id) || !(bundledPackages.test(id) || importer?.includes('/node_modules/'))
}

/** Our sources find migrations, programs and other files beside them by import.meta.url. */
function keepAddresses(folder) {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta' },
      handler(code, id) {
        const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`
        const changed = code.replaceAll('import.meta.url', address)
        if (/import\.meta\.(?!url\b)/.test(changed)) throw new Error(`${id}: only import.meta.url works in the bundle.`)
        return changed
      },
    },
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === builder)
  await build(realpathSync(process.argv[2] ?? ownProject))
