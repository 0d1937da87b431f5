import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../service/testing/free-port.ts'
import { itIf } from '../../service/testing/requirements.ts'
import { version } from '../../service/version.ts'
import { findServiceProgram } from '../service-bundle.js'
import { commandOf, type Instruction, readStages } from './dockerfile.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const maxPackages = 136
/** npm writes hundreds of megabytes; on a busy machine that takes many minutes. */
const patient = { timeout: 30 * 60_000 }

/** The machine's Node, not the one from npm: people start a release with their own. */
const hostNode = ['/usr/local/bin/node', '/usr/bin/node'].find(existsSync) ?? process.execPath

/** An environment without anything of this project on the PATH. */
const environment = (node: string) => ({
  PATH: [dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  HOME: process.env.HOME ?? '/',
  npm_config_prefer_offline: 'true',
  // Where a proxy decrypts connections, npm needs its certificate.
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
})

let folder: string
const running: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-release-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  for (const child of running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  await rm(folder, { recursive: true, force: true })
})

interface Started {
  child: ChildProcess
  url: string
  key: string
}

/** Starts a program and waits until it is ready; throws with its output when it ends before. */
async function startService(args: string[], options: { cwd: string; env: Record<string, string> }): Promise<Started> {
  const port = await freePort()
  const child = spawn(args[0]!, args.slice(1), { ...options, env: { ...options.env, PORT: String(port) } })
  running.push(child)
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Flotilla is ready')) resolve()
      })
    }
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
  })
  await ready
  return { child, url: `http://127.0.0.1:${port}`, key: /API key (\S+)/.exec(output)?.[1] ?? '' }
}

async function stopService({ child }: Started): Promise<number | null> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return code as number | null
}

async function packagesIn(installation: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(installation, 'node_modules/.package-lock.json'), 'utf8'))
  return Object.entries<LockedPackage>(packages).map(
    ([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''),
  )
}

/** `name` is there if the package was installed under another name. */
interface LockedPackage {
  name?: string
  version: string
}

const buildTools = /^(vite|rolldown|vitest|typescript|react|react-dom|lighthouse|yargs|node-linux-.*|@biomejs\/.*)$/

let stages: Instruction[][]
let installation: string
const clean = 'build'
const installed = 'opt/flotilla'

/** What `docker build` would send: everything that .dockerignore does not name. */
async function copyContext(target: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const paths = stdout.split('\n').filter((path) => path && existsSync(join(root, path)))
  await mkdir(target)
  await writeFile(join(folder, 'context.txt'), paths.join('\n'))
  await run('sh', ['-c', 'tar -cf - -T "$1" | tar -xf - -C "$2"', 'sh', join(folder, 'context.txt'), target], {
    cwd: root,
  })
}

/** The commands of a stage, but for those that need root or Debian's packages; `instead` replaces npm ci, which takes long. */
async function runCommands(stage: Instruction[], cwd: string, instead: string): Promise<string[]> {
  const commands = stage.filter(({ keyword, rest }) => keyword === 'RUN' && !/apt-get|useradd/.test(rest))
  for (const { rest } of commands) {
    const command = rest.startsWith('npm ci') ? instead : rest.replaceAll('/opt/flotilla', join(folder, installed))
    await run('sh', ['-c', command], { cwd, env: environment(process.execPath), maxBuffer: 64 * 1024 * 1024 })
  }
  return commands.map(({ rest }) => rest)
}

describe('the release', () => {
  it('is built from a clean copy with the commands of the container recipe', patient, async () => {
    stages = readStages(await readFile(join(root, 'deploy/Dockerfile'), 'utf8'))
    await copyContext(join(folder, clean))
    // The packages of the same lockfile. The dashboard is built again if the clean copy has other sources (web/build.ts).
    const linkPackages = `ln -s "${root}/node_modules" . && cp -a "${root}/web/dist" web/`
    const commands = await runCommands(stages[0]!, join(folder, clean), linkPackages)
    expect(commands).toEqual([
      'npm ci --no-audit --no-fund',
      'npm run release',
      expect.stringMatching(/^mkdir -p \/opt\/flotilla && tar -xzf/),
    ])
    expect(await readdir(join(folder, installed))).not.toContain('node_modules')
    await run('sha256sum', ['--check', `flotilla-${version}.tar.gz.sha256`], { cwd: join(folder, clean, 'release') })
  })
})

describe('the tarball', () => {
  let service: Started

  beforeAll(async () => {
    installation = join(folder, `flotilla-${version}`)
    const { stdout } = await run('ls', [join(folder, 'build/release')])
    const tarball = stdout.split('\n').find((name) => name.endsWith('.tar.gz'))!
    await run('tar', ['-xzf', join(folder, 'build/release', tarball), '-C', folder])
    const env = { ...environment(hostNode), DATA_DIR: join(folder, 'tarball-data') }
    service = await startService(['npm', 'start'], { cwd: installation, env })
  }, patient.timeout)

  it('starts with few packages, and no build or test tools', async () => {
    const packages = await packagesIn(installation)
    expect(packages.length).toBeGreaterThan(40)
    expect(packages.length).toBeLessThanOrEqual(maxPackages)
    expect(packages.filter((name) => buildTools.test(name))).toEqual([])
  })

  it('installs Node only when the machine’s Node is too old', async () => {
    const { stdout } = await run(hostNode, ['--version'])
    const isOld = Number.parseInt(stdout.slice(1), 10) < 24
    expect(existsSync(join(installation, 'scripts/node/node_modules'))).toBe(isOld)
  })

  it('serves the dashboard that was built', async () => {
    const page = await (await fetch(service.url)).text()
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page)!
    expect((await fetch(new URL(script!, service.url))).status).toBe(200)
    expect(existsSync(join(installation, 'web/src'))).toBe(false)
  })

  it('answers an audit with 503 and the command that installs Lighthouse', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/api/v2/perf-audit/audit`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run install-lighthouse')
  })

  it('lists the packages that it installs, and Node', async () => {
    const path = join(folder, 'build/release', `flotilla-${version}.cdx.json`)
    const { components } = JSON.parse(await readFile(path, 'utf8')) as { components: { purl: string }[] }
    const listed = components.map(({ purl }) => decodeURIComponent(purl))
    const read = async (path: string) => JSON.parse(await readFile(join(installation, path), 'utf8')).packages
    const { '': _, ...node } = await read('scripts/node/package-lock.json')
    const packages = { ...(await read('node_modules/.package-lock.json')), ...node }
    const missing = Object.entries<LockedPackage>(packages)
      .map(([path, { name, version }]) => `pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`)
      .filter((purl) => !listed.includes(purl))
    expect(missing).toEqual([])
  })

  it('contains neither tests nor packages', async () => {
    const tarball = join(folder, 'build/release', `flotilla-${version}.tar.gz`)
    const { stdout } = await run('tar', ['-tzf', tarball], { maxBuffer: 64 * 1024 * 1024 })
    expect(stdout.split('\n').filter((path) => /node_modules|\.test\.ts|\/testing\//.test(path))).toEqual([])
    expect(
      createHash('sha256')
        .update(await readFile(tarball))
        .digest('hex'),
    ).toBe((await readFile(`${tarball}.sha256`, 'utf8')).split(' ')[0])
    expect(relative(folder, tarball)).toContain(basename(tarball))
  })

  it('runs its bundle', async () => {
    for (const each of [installation, join(folder, installed)])
      expect(relative(each, await findServiceProgram(each, hostNode))).toMatch(/^dist\/\w+\/main\.js$/)
    expect(existsSync(join(installation, 'node_modules/rolldown'))).toBe(false)
  })

  it('stops on SIGTERM', async () => {
    expect(await stopService(service)).toBe(0)
  })
})

describe('the container recipe', () => {
  it('installs no build or test tools, but Lighthouse', patient, async () => {
    // The tarball has installed the same packages already; npm ci only checks that it would accept the lockfile.
    const linkPackages = `npm ci --omit=dev --dry-run && cp -al "${installation}/node_modules" . &&
      cp --remove-destination "${installation}/node_modules/.package-lock.json" node_modules/`
    const commands = await runCommands(stages[1]!, join(folder, installed), linkPackages)
    expect(commands).toEqual(['npm ci --omit=dev --no-audit --no-fund', 'npm run install-lighthouse'])
    const packages = await packagesIn(join(folder, installed))
    expect(packages.filter((name) => buildTools.test(name)).sort()).toEqual(['lighthouse', 'yargs'])
  })

  const canUnshare = { present: process.getuid?.() === 0 && existsSync('/usr/bin/unshare'), name: 'root' }
  itIf(canUnshare)('starts on a read-only root file system as an ordinary user', patient, async () => {
    const [app, data, temporary] = ['opt/flotilla', 'data', 'tmp'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await mkdir(data)
    await mkdir(temporary)
    // A clone in the home of root is closed to the ordinary user.
    const node = join(folder, 'node')
    await copyFile(process.execPath, node)
    const script = `set -e
      mount --make-rprivate /
      mount --bind ${folder} ${folder}
      for each in ${data} ${temporary}; do mount -t tmpfs -o mode=1777 tmpfs $each; done
      mount -o remount,bind,ro ${folder}
      mount -o remount,bind,ro /
      ! touch ${app}/written 2>/dev/null
      ! touch /written 2>/dev/null
      exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"`
    const command = commandOf(stages[1]!, 'CMD').map((part) => (part === 'node' ? node : part))
    const service = await startService(['unshare', '--mount', 'sh', '-c', script, 'sh', ...command], {
      cwd: app,
      env: { ...environment(process.execPath), HOME: data, DATA_DIR: data, TMPDIR: temporary, HOST: '127.0.0.1' },
    })
    const [, ...probe] = commandOf(stages[1]!, 'HEALTHCHECK').map((part) =>
      part.replace('http://127.0.0.1:8700', service.url),
    )
    await run(process.execPath, probe)
    expect(await (await fetch(service.url)).text()).toContain('<script')
    expect(await stopService(service)).toBe(0)
    await expect(run(process.execPath, probe)).rejects.toMatchObject({ code: 1 })
  })

  it('sends no data, keys, settings or packages of this machine', async () => {
    const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
    for (const name of [
      '.git',
      'data',
      '**/node_modules',
      '**/*.env',
      'deploy/certificates',
      'deploy/postgres-password',
    ]) {
      expect(ignored).toContain(name)
    }
  })
})
