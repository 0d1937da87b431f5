import { posix } from 'node:path'

export interface Sources {
  /** Paths below the root of the repository. */
  files: readonly string[]
  read(file: string): string
}

/** Who is affected when a file changes: itself, then its readers, with their distance. */
export type Readers = ReadonlyMap<string, ReadonlySet<string>>

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const isCode = (file: string): boolean => /\.(tsx?|js)$/.test(file)

/** It imports every feature, and every integration test imports it: along it, each change would reach every test. */
const root = 'service/app.ts'

/** For each file the files that import it. A test reads the file beside it, which it often calls over HTTP only. */
export function readImports({ files, read }: Sources): Readers {
  const known = new Set(files)
  const readers = new Map<string, Set<string>>()
  const add = (file: string, reader: string) => {
    if (!known.has(file) || file === root) return
    const all = readers.get(file) ?? new Set()
    readers.set(file, all.add(reader))
  }
  for (const file of files.filter(isCode)) {
    const folder = posix.dirname(file)
    for (const [, imported] of read(file).matchAll(/(?:from|import|import\()\s*'(\.[^']*)'/g))
      add(posix.join(folder, imported!), file)
    if (isTest(file)) for (const beside of besideOf(file)) add(beside, file)
  }
  return readers
}

const besideOf = (test: string) => ['.ts', '.tsx', '.js'].map((end) => test.replace(/(\.release)?\.test\.tsx?$/, end))

/** The steps from each changed file to the files that it can affect. Through a feature's index it is further away. */
export function distancesFrom(changed: readonly string[], readers: Readers): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]))
  for (let step = 0; step <= Math.max(...distances.values()); step++) {
    for (const [file] of [...distances].filter(([, distance]) => distance === step)) {
      const next = step + (posix.basename(file) === 'index.ts' ? 4 : 1)
      for (const reader of readers.get(file) ?? [])
        if (next < (distances.get(reader) ?? Number.POSITIVE_INFINITY)) distances.set(reader, next)
    }
  }
  return distances
}
