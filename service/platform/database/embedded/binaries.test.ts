import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createLinks, findPostgres } from './binaries.ts'
import { cleanUp, newFolder } from './testing/members.ts'

afterEach(cleanUp)

describe('the shipped PostgreSQL', () => {
  it('is reported as missing on other platforms, with instructions', () => {
    expect(() => findPostgres('sunos', 'sparc')).toThrow(/no embedded PostgreSQL for sunos on sparc.*Set DATABASE_URL/)
  })

  it('gets the links that npm did not create, and keeps existing ones', async () => {
    const native = join(await newFolder(), 'native')
    await mkdir(join(native, 'lib'), { recursive: true })
    await writeFile(join(native, 'lib', 'libone.so.1.2'), 'one')
    const links = ['libone.so', 'libone.so.1'].map((name) => ({
      source: 'native/lib/libone.so.1.2',
      target: `native/lib/${name}`,
    }))
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
    await Promise.all([createLinks(native), createLinks(native)])
    expect(await readlink(join(native, 'lib', 'libone.so'))).toBe('libone.so.1.2')
    expect(await readFile(join(native, 'lib', 'libone.so.1'), 'utf8')).toBe('one')
  })
})
