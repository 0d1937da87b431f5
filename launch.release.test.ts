import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const reportsItself = `
  if (process.argv.includes('wait')) process.on('SIGTERM', () => process.exit(7)) && setInterval(() => {}, 1000)
  console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH, pid: process.pid, cwd: process.cwd() }))
  if (process.argv.includes('fail')) process.exitCode = 5
  if (process.argv.includes('crash')) process.kill(process.pid, 'SIGKILL')
`

/** A clone with the real launcher, a program that reports how it was started, and one package to install from a folder. */
async function newClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'launch-test-'))
  folders.push(clone)
  for (const file of ['launch.js', 'flotilla.js', 'scripts']) {
    const filter = (path: string) => !path.includes('node_modules', import.meta.dirname.length)
    await cp(join(import.meta.dirname, file), join(clone, file), { recursive: true, filter })
  }
  await mkdir(join(clone, 'service'))
  await writeFile(join(clone, 'service', 'main.ts'), reportsItself)
  await wantVersion(clone, '1.0.0')
  return clone
}

async function wantVersion(clone: string, version: string): Promise<void> {
  const dependencies = { cargo: 'file:cargo' }
  await mkdir(join(clone, 'cargo'), { recursive: true })
  await writeFile(join(clone, 'cargo', 'package.json'), JSON.stringify({ name: 'cargo', version }))
  await writeFile(join(clone, 'package.json'), JSON.stringify({ name: 'clone', type: 'module', dependencies }))
  const packages = {
    '': { name: 'clone', dependencies },
    cargo: { version },
    'node_modules/cargo': { resolved: 'cargo', link: true },
  }
  await writeFile(
    join(clone, 'package-lock.json'),
    JSON.stringify({ name: 'clone', lockfileVersion: 3, requires: true, packages }),
  )
}

/** Replaces the Node that npm installs: another file than the one that runs these tests, hence another process. */
async function newCloneWithNode(): Promise<string> {
  const clone = await newClone()
  const modules = join(clone, 'scripts', 'node', 'node_modules')
  const folder = join(modules, `node-${process.platform}-${process.arch}`, 'bin')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
  await chmod(join(folder, 'node'), 0o755)
  await cp(join(clone, 'scripts', 'node', 'package-lock.json'), join(modules, '.package-lock.json'))
  return clone
}

/** Makes the launcher believe that the machine's Node has this version. */
const oldNode = [
  '--import',
  `data:text/javascript,if (process.argv[1]?.endsWith('launch.js')) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`,
]

function start(clone: string, args: string[], options: { node?: string[]; cwd?: string } = {}) {
  const child = spawn(process.execPath, [...(options.node ?? []), ...args], {
    cwd: options.cwd ?? clone,
    env: { ...process.env, npm_config_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, notices] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notices += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output, notices }))
  return { child, ended, report: async () => JSON.parse((await ended).output) }
}

describe('launch.js', () => {
  it('runs the program of a command in its own process, when the Node is right', async () => {
    const clone = await newClone()
    const { child, ended, report } = start(clone, [join(clone, 'launch.js'), 'start', '--deck', '5'], { cwd: tmpdir() })
    expect(await report()).toMatchObject({ args: ['serve', '--deck', '5'], pid: child.pid, cwd: clone })
    expect((await report()).path.split(delimiter)[0]).toBe(join(clone, 'node_modules', '.bin'))
    expect(await ended).toMatchObject({ code: 0, signal: null })
  })

  it('installs first, once, even when started twice, and again when the lockfile has another version', async () => {
    const clone = await newClone()
    const both = await Promise.all([
      start(clone, ['launch.js', 'start']).ended,
      start(clone, ['launch.js', 'start']).ended,
    ])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.filter(({ notices }) => notices.includes('Installing packages'))).toHaveLength(1)
    expect(await readdir(join(clone, 'node_modules'))).toContain('cargo')
    expect((await start(clone, ['launch.js', 'start']).ended).notices).toBe('')
    await wantVersion(clone, '2.0.0')
    expect((await start(clone, ['launch.js', 'start']).ended).notices).toContain('Installing packages')
    expect((await start(clone, ['launch.js', 'start']).ended).notices).toBe('')
  })

  it('ignores the lock of a killed installation', async () => {
    const clone = await newClone()
    await mkdir(join(clone, 'node_modules'))
    await writeFile(join(clone, 'node_modules', '.installing'), '4194305') // above the highest process number there is
    expect(await start(clone, ['launch.js', 'start']).ended).toMatchObject({ code: 0 })
  })

  it('prints the output of npm when it fails', async () => {
    const clone = await newClone()
    await writeFile(
      join(clone, 'package.json'),
      JSON.stringify({ type: 'module', dependencies: { 'no-such-cargo': '1.0.0' } }),
    )
    const { code, notices } = await start(clone, ['launch.js', 'start']).ended
    expect(code).toBe(1)
    expect(notices).toMatch(/no-such-cargo.*npm install failed/s)
  })

  it('lists the commands for an unknown one, and names the file when it is missing', async () => {
    const clone = await newClone()
    expect((await start(clone, ['launch.js', 'sail']).ended).notices).toContain('start|demo|')
    expect(await start(clone, ['launch.js', 'bench']).ended).toMatchObject({
      code: 1,
      notices: expect.stringContaining('bench/main.ts does not exist'),
    })
  })

  it('explains what to do when Node is too old and none can be installed', async () => {
    const clone = await newClone()
    await rm(join(clone, 'scripts', 'node', 'package-lock.json'))
    const { code, notices } = await start(clone, ['launch.js', 'start'], { node: oldNode }).ended
    expect(code).toBe(1)
    expect(notices).toContain('Flotilla needs Node 24 or newer; this is 20.1.0')
  })
})

it('an install does not change package-lock.json, so that git pull works', async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')
  expect(await read('package-lock.json')).not.toContain('"resolved"')
  // Without this setting npm writes the address of the registry into it again.
  expect(await read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
})

describe('with the Node that npm installed', () => {
  const old = { node: oldNode }

  it('is not used when the machine’s Node is new enough', async () => {
    const clone = await newCloneWithNode()
    const { child, report } = start(clone, ['launch.js', 'start'])
    expect((await report()).pid).toBe(child.pid)
  })

  it('runs the program and exits with its code', async () => {
    const clone = await newCloneWithNode()
    const ok = start(clone, ['launch.js', 'start'], old)
    expect((await ok.report()).pid).not.toBe(ok.child.pid)
    expect((await ok.ended).notices).not.toContain('newer Node')
    expect(await start(clone, ['launch.js', 'start', 'fail'], old).ended).toMatchObject({ code: 5, signal: null })
    expect(await start(clone, ['launch.js', 'start', 'crash'], old).ended).toMatchObject({
      code: null,
      signal: 'SIGKILL',
    })
  })

  it('forwards signals', async () => {
    const clone = await newCloneWithNode()
    const { child, ended } = start(clone, ['launch.js', 'start', 'wait'], old)
    const [report] = await once(child.stdout, 'data')
    expect(JSON.parse(report).pid).not.toBe(child.pid)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 7, signal: null })
  })
})

describe('flotilla.js', () => {
  it('passes its arguments to the service unchanged and stays in the folder of the caller, also through a link', async () => {
    const clone = await newClone()
    await symlink(join(clone, 'flotilla.js'), join(clone, 'flotilla'))
    const { report } = start(clone, [join(clone, 'flotilla'), 'keys', 'create'], { cwd: tmpdir() })
    expect(await report()).toMatchObject({ args: ['keys', 'create'], cwd: tmpdir() })
  })
})
