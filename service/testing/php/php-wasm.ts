import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { cacheFolder } from '../debian-programs.ts'
import type { RunPhp } from './run-php.ts'

const run = promisify(execFile)
const release = '3.1.56'

/**
 * PHP compiled to WebAssembly, fetched from npm into the cache of test programs. Returns the reason if it is not available. One
 * process for all runs of a worker, because compiling PHP takes seconds. PHP changes a copy of the folder, which is stored back after
 * each run.
 */
export function findPhpWasm(version: Version): Promise<RunPhp | string> {
  const found = served.get(version) ?? servePhpWasm(version)
  served.set(version, found)
  return found
}

type Version = '7-4' | '8-5'

const served = new Map<Version, Promise<RunPhp | string>>()

async function servePhpWasm(version: Version): Promise<RunPhp | string> {
  const modules = await findModules(version)
  if ('problem' in modules) return modules.problem
  let server: ChildProcessByStdio<Writable, Readable, null> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const answers: ((answer: { stdout: string; stderr: string }) => void)[] = []
  const start = () => {
    const args = ['--no-warnings', runner, modules.folder, version]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: child.stdout }).on('line', (line) => answers.shift()?.(JSON.parse(line)))
    // It ends when this process ends, because its input ends.
    child.unref()
    return child
  }
  return (folder, file) => {
    const next = last.then(() => {
      server ??= start()
      const { promise, resolve } = Promise.withResolvers<{ stdout: string; stderr: string }>()
      answers.push(resolve)
      server.stdin.write(`${JSON.stringify({ folder, file })}\n`)
      return promise
    })
    last = next
    return next
  }
}

const runner = join(import.meta.dirname, 'run-php-wasm.js')

async function findModules(version: string): Promise<{ folder: string } | { problem: string }> {
  const folder = join(cacheFolder, '..', `php-wasm-${release}-${version}`)
  try {
    await provide(folder, version)
    return { folder }
  } catch (error) {
    return { problem: `PHP ${version} cannot be fetched from npm: ${(error as Error).message.split('\n')[0]}` }
  }
}

async function provide(folder: string, version: string): Promise<void> {
  const module = join(folder, 'node_modules', '@php-wasm', `node-${version}`, 'package.json')
  const isThere = await access(module).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(folder, { recursive: true })
  const packages = [`@php-wasm/node-${version}@${release}`, `@php-wasm/universal@${release}`]
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...packages])
}
