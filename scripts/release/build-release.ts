import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { provideContractDocuments } from '../../contract/documents.ts'
import { findServiceProgram } from '../service-bundle.js'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** What an installation needs: no sources of the dashboard, no tests, no packages. */
const included = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'launch.js',
  'flotilla.js',
  'scripts/install-packages.js',
  'scripts/service-bundle.js',
  'scripts/node',
  'service',
  'simulator',
  'web/dist',
  'client',
  'contract',
  'deploy',
  'docs',
  'spec',
  'bench/RESULTS.md',
]

const leftOut =
  /(^|\/)(node_modules|testing|live)(\/|$)|\.test\.tsx?$|^service\/contract\/|^spec\/.*\.ts$|^web\/dist\/assets\/en-x-pseudo(\/|$)|^deploy\/.*(\.env|certificates|postgres-password)$/

export interface Release {
  version: string
  tarball: string
  files: number
}

/** Writes flotilla-<version>.tar.gz, its checksum and its list of packages (CycloneDX) into `folder`. */
export async function buildRelease(folder: string): Promise<Release> {
  // Our own file.
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `flotilla-${version}`
  await provideContractDocuments()
  await run(process.execPath, [join(root, 'web/build.ts'), '--if-stale'])
  await rm(folder, { recursive: true, force: true })
  const stage = join(folder, name)
  await mkdir(stage, { recursive: true })
  const documents = (await readdir(root)).filter((file) => /\.md$|^LICENSE$/.test(file))
  for (const path of [...included, ...documents]) {
    const filter = (source: string) => !leftOut.test(relative(root, source))
    await cp(join(root, path), join(stage, path), { recursive: true, filter })
  }
  await addBundle(stage)
  const files = (await readdir(stage, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).length
  const tarball = join(folder, `${name}.tar.gz`)
  // The same sources give the same file: fixed order, owner and time.
  const fixed = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=@${sourceTime()}`,
  ]
  await run('tar', ['--create', ...fixed, '--use-compress-program=gzip -9n', `--file=${tarball}`, '-C', folder, name])
  await rm(stage, { recursive: true })
  const checksum = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex')
  await writeFile(`${tarball}.sha256`, `${checksum}  ${name}.tar.gz\n`)
  await writeFile(join(folder, `${name}.cdx.json`), await listPackages(folder))
  return { version, tarball, files }
}

/** The bundle is used as long as its sources have the time of the tarball. Packages are installed later, with other times. */
async function addBundle(stage: string): Promise<void> {
  if (!(await findServiceProgram(root, process.execPath)).endsWith('.js'))
    throw new Error('The service could not be bundled; run "node scripts/service-bundle.js" to see why.')
  // Our own file, which scripts/service-bundle.js has just written.
  const { folder, packages, sources } = JSON.parse(await readFile(join(root, 'dist/sources.json'), 'utf8')) as {
    folder: string
    packages: string
    sources: [path: string, size: number, time: number][]
  }
  await cp(join(root, 'dist', folder), join(stage, 'dist', folder), { recursive: true })
  const released = sources
    .filter(([path]) => !path.startsWith('node_modules/'))
    .map(([path, size]) => [path, size, sourceTime() * 1000])
  await writeFile(join(stage, 'dist/sources.json'), JSON.stringify({ folder, packages, sources: released }))
}

/** SOURCE_DATE_EPOCH is what distributions set for builds that can be repeated. */
const sourceTime = () => Number(process.env.SOURCE_DATE_EPOCH ?? 1_763_251_200)

/**
 * Only packages of a release: `npm sbom --omit=dev` also omits those that a release and the tests both use. Node has a lockfile of its
 * own, because it is installed only where the machine's Node is too old; here it is one of the optional packages.
 */
async function listPackages(folder: string): Promise<string> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
  const { devDependencies: _, ...description } = await read('package.json')
  const lockfile = await read('package-lock.json')
  const node = await read('scripts/node/package-lock.json')
  const { '': start, ...nodePackages } = node.packages
  const entries = Object.entries<{ dev?: boolean; devDependencies?: object }>(lockfile.packages)
  lockfile.packages = { ...Object.fromEntries(entries.filter(([, { dev }]) => !dev)), ...nodePackages }
  delete lockfile.packages[''].devDependencies
  for (const each of [description, lockfile.packages['']])
    Object.assign(each.optionalDependencies, start.optionalDependencies)
  const work = join(folder, 'packages')
  await mkdir(work)
  await writeFile(join(work, 'package.json'), JSON.stringify(description))
  await writeFile(join(work, 'package-lock.json'), JSON.stringify(lockfile))
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { stdout } = await run('npm', args, { cwd: work, maxBuffer: 64 * 1024 * 1024 })
  await rm(work, { recursive: true })
  return stdout
}
