import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs PHP code; a test has PHP of Debian or compiled to WebAssembly. */
export type RunPhp = (folder: string, file: string) => Promise<{ stdout: string; stderr: string }>

export const phpOfDebian =
  (program: string, environment: Record<string, string>): RunPhp =>
  async (folder, file) => {
    const options = { env: { ...process.env, ...environment }, maxBuffer: 256 * 1024 * 1024 }
    const args = [
      '-d',
      'memory_limit=64M',
      '-d',
      'error_reporting=-1',
      '-d',
      'display_errors=stderr',
      join(folder, file),
    ]
    return run(program, args, options).catch((error: { stdout: string; stderr: string }) => error)
  }
