import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDebianProgram } from './debian-programs.ts'
import type { Requirement } from './requirements.ts'

const run = promisify(execFile)
const programs = [await findDebianProgram('unzip', 'unzip'), await findDebianProgram('openssl', 'openssl')]

export const exportRequirement: Requirement = {
  present: programs.every((program) => typeof program !== 'string'),
  name: 'unzip and openssl',
}

export interface OpenedExport {
  /** The paths of all files. */
  paths: string[]
  read(path: string): Promise<string>
  /** The rows of a table. */
  rows(table: string): Promise<Record<string, unknown>[]>
  /** Runs the commands of README.txt in the folder of the export with this private key; returns what they print. */
  decrypt(privateKeyPem: string): Promise<{ hmac: string; lines: Record<string, unknown>[] }>
}

/** Unpacks an export as a user does, and gives it to `work`. */
export async function withExport<Result>(
  content: Buffer,
  work: (opened: OpenedExport) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-export-'))
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  try {
    await writeFile(join(folder, 'export.zip'), content)
    await run('unzip', ['-q', 'export.zip'], { cwd: folder })
    const { stdout } = await run('unzip', ['-Z1', 'export.zip'], { cwd: folder })
    return await work({
      paths: stdout.trim().split('\n'),
      read,
      rows: async (table) => parseLines(await read(`jsonl/${table}.jsonl`)),
      async decrypt(privateKeyPem) {
        await writeFile(join(folder, 'private.pem'), privateKeyPem, { mode: 0o600 })
        const commands = (await read('README.txt')).split('\n').filter((line) => /^ {2}(hex=|openssl )/.test(line))
        const { stdout: printed } = await run('bash', ['-e', '-c', commands.join('\n')], { cwd: folder })
        return { hmac: printed.trim().split('= ').at(-1) ?? '', lines: parseLines(await read('secrets.jsonl')) }
      },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const parseLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
