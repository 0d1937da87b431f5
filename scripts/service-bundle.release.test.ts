import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { findBundle, findServiceProgram } from './service-bundle.js'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const main = `
  import { readFileSync } from 'node:fs'
  import { greeting } from './index.ts'
  import { fail } from './fail.ts'
  import { nameSourcesInStacks } from './platform/name-sources.ts'
  nameSourcesInStacks()
  const beside = readFileSync(new URL('beside.txt', import.meta.url), 'utf8')
  console.log(JSON.stringify({ greeting, beside, stack: fail(), program: process.argv[1] }))
`

interface Output {
  greeting: string
  beside: string
  stack: string
  program: string
}

/** A project with a small service. */
async function createProject(): Promise<string> {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'bundle-test-')))
  folders.push(project)
  await mkdir(join(project, 'scripts'))
  await mkdir(join(project, 'service', 'platform'), { recursive: true })
  for (const file of [
    'scripts/service-bundle.js',
    'scripts/install-packages.js',
    'package-lock.json',
    'service/platform/name-sources.ts',
  ])
    await cp(join(root, file), join(project, file))
  await mkdir(join(project, 'node_modules'))
  await symlink(join(root, 'node_modules', 'rolldown'), join(project, 'node_modules', 'rolldown'))
  await writeFile(join(project, 'package.json'), '{"type":"module"}')
  await write(project, 'beside.txt', 'found')
  await write(project, 'main.ts', main)
  await write(project, 'index.ts', `export { greeting } from './first.ts'`)
  await write(project, 'first.ts', `export const greeting: string = 'first'`)
  await write(project, 'second.ts', `export const greeting: string = 'second'`)
  await write(project, 'fail.ts', `export const fail = () => String(new Error('failed').stack)`)
  return project
}

async function write(project: string, name: string, text: string): Promise<void> {
  const path = join(project, 'service', name)
  await writeFile(path, text)
  // As if written a minute ago: a source that changes during a build is another test.
  const past = new Date(Date.now() - 60_000)
  await utimes(path, past, past)
}

async function runService(project: string, node = process.execPath): Promise<Output> {
  const program = await findServiceProgram(project, node)
  const { stdout } = await run(process.execPath, [program])
  return JSON.parse(stdout)
}

/** Matches the main file of a bundle. */
const bundled = (project: string) => expect.stringMatching(new RegExp(`^${project}/dist/[0-9a-f]{12}/main\\.js$`))
const source = (project: string) => join(project, 'service', 'main.ts')

it('runs a bundle that finds the files beside its sources and names the sources in stacks', async () => {
  const project = await createProject()
  const output = await runService(project)
  expect(output).toMatchObject({ greeting: 'first', beside: 'found', program: bundled(project) })
  expect(output.stack).toMatch(
    /^Error: failed\n {4}at fail \(.*\/dist\/\w+\/main\.js:\d+:\d+\) in service\/fail\.ts\n {4}at .* in service\/main\.ts\n/,
  )
})

it('builds again when a source changed, also one that only exports others', async () => {
  const project = await createProject()
  expect((await runService(project)).greeting).toBe('first')
  await write(project, 'first.ts', `export const greeting: string = 'other'`)
  expect(findBundle(project)).toBe(undefined)
  expect(await runService(project)).toMatchObject({ greeting: 'other', program: bundled(project) })
  await write(project, 'index.ts', `export { greeting } from './second.ts'`)
  expect(findBundle(project)).toBe(undefined)
  expect(await runService(project)).toMatchObject({ greeting: 'second', program: bundled(project) })
})

it('runs the sources when one changed and the bundle cannot be built again', async () => {
  const project = await createProject()
  await runService(project)
  await write(project, 'first.ts', `export const greeting: string = 'other'`)
  const withoutNode = join(project, 'no-such-program')
  expect(await runService(project, withoutNode)).toMatchObject({ greeting: 'other', program: source(project) })
  await rm(join(project, 'node_modules', 'rolldown'))
  expect(await runService(project)).toMatchObject({ greeting: 'other', program: source(project) })
})

it('keeps no bundle of a source that changed during the build', async () => {
  const project = await createProject()
  const future = new Date(Date.now() + 3_600_000)
  await utimes(join(project, 'service', 'first.ts'), future, future)
  expect((await runService(project)).program).toBe(source(project))
  expect(await readdir(join(project, 'dist'))).toEqual([])
})

it('runs the sources when the list of sources is damaged and there is no Rolldown', async () => {
  const project = await createProject()
  await runService(project)
  await rm(join(project, 'node_modules', 'rolldown'))
  expect((await runService(project)).program).toEqual(bundled(project))
  await writeFile(join(project, 'dist', 'sources.json'), '{ "packages": ')
  expect((await runService(project)).program).toBe(source(project))
})

it('builds once for processes that start together, and leaves nothing else behind', async () => {
  const project = await createProject()
  const script = `import { findServiceProgram } from './scripts/service-bundle.js'
    console.log(await findServiceProgram(process.cwd(), process.execPath))`
  const findInProcess = () => run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project })
  const found = await Promise.all([findInProcess(), findInProcess(), findInProcess()])
  expect(found.map(({ stdout }) => stdout.trim())).toEqual(Array(3).fill(bundled(project)))
  expect(await readdir(join(project, 'dist'))).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/), 'sources.json'])
  expect(await readdir(join(project, 'node_modules'))).toEqual(['rolldown'])
})

it('keeps the bundle that processes still run until the next one is built', async () => {
  const project = await createProject()
  const programs: string[] = []
  for (const greeting of ['first', 'later', 'other']) {
    await write(project, 'first.ts', `export const greeting: string = '${greeting}'`)
    const { program } = await runService(project)
    programs.push(program)
    expect(programs.map((each) => existsSync(each))).toEqual(programs.map((_, index) => index > programs.length - 3))
  }
})
