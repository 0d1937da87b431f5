import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { readOldestCode } from '../platform/database/migrate.ts'
import { isAtLeast, version } from '../version.ts'

/** 0.1.0 is older than these rules: some of its migrations share a number, and none declares a version. */
const lastOfFirstRelease = 21

const folder = new URL('../platform/database/', import.meta.url)
const digestFile = 'service/platform/database/migrations.sha256'

export interface MigrationFiles {
  /** File name → text. */
  files: ReadonlyMap<string, string>
  /** In the format of sha256sum. */
  digests: string
  codeVersion: string
}

export async function readMigrationFiles(): Promise<MigrationFiles> {
  const names = (await readdir(new URL('migrations/', folder))).sort()
  const texts = names.map(
    async (name) => [name, await readFile(new URL(`migrations/${name}`, folder), 'utf8')] as const,
  )
  return {
    files: new Map(await Promise.all(texts)),
    digests: await readFile(new URL('migrations.sha256', folder), 'utf8'),
    codeVersion: version,
  }
}

/** One sentence per violation: the file and what to do. */
export function migrationViolations({ files, digests, codeVersion }: MigrationFiles): string[] {
  const names = [...files.keys()]
  return [
    ...names.flatMap((name) => wrongName(name)),
    ...repeatedNumbers(names),
    ...[...files].flatMap(([name, sql]) => wrongVersion(name, sql, codeVersion)),
    ...changedFiles(files, digests),
  ]
}

const numberOf = (name: string) => Number(name.slice(0, 3))
const isOfFirstRelease = (name: string) => numberOf(name) <= lastOfFirstRelease

function wrongName(name: string): string[] {
  return /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name)
    ? []
    : [`${name}: name it like 022-what-it-does.sql, with three digits and small letters.`]
}

function repeatedNumbers(names: string[]): string[] {
  const later = names.filter((name) => !isOfFirstRelease(name))
  return later
    .filter((name) => later.some((other) => other < name && numberOf(other) === numberOf(name)))
    .map((name) => `${name}: number ${name.slice(0, 3)} is taken by another migration. Take the next free number.`)
}

function wrongVersion(name: string, sql: string, codeVersion: string): string[] {
  if (isOfFirstRelease(name)) return []
  const oldest = readOldestCode(sql)
  if (!oldest) {
    return [`${name}: the first line must say which code may run on it, for example: -- oldest-code: ${codeVersion}`]
  }
  return isAtLeast(codeVersion, oldest)
    ? []
    : [`${name}: oldest-code ${oldest} is newer than this code, ${codeVersion}.`]
}

function changedFiles(files: ReadonlyMap<string, string>, digests: string): string[] {
  const recorded = new Map(
    digests
      .trim()
      .split('\n')
      .map((line) => line.split('  ') as [string, string])
      .map(([digest, name]) => [name, digest]),
  )
  const gone = [...recorded.keys()]
    .filter((name) => !files.has(name))
    .map((name) => `${name} is in ${digestFile} but not here. Landed migrations are never renamed or removed.`)
  const others = [...files].flatMap(([name, sql]) => {
    const digest = createHash('sha256').update(sql).digest('hex')
    if (!recorded.has(name)) return [`${name}: add this line at the end of ${digestFile}: ${digest}  ${name}`]
    if (recorded.get(name) === digest) return []
    return [
      `${name} was edited. If it has landed, undo that and add a new migration; if not, its line in ${digestFile} is ${digest}  ${name}`,
    ]
  })
  return [...gone, ...others]
}
