import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMasterKey, dropOldMasterKeys, masterKeyChangedAt, newMasterKey, readMasterKeys } from './master-key.ts'
import { createSecrets } from './secrets.ts'

let dataDir: string
let path: string

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'flotilla-key-')), 'data')
  path = join(dataDir, 'master.key')
})
afterEach(() => rm(join(dataDir, '..'), { recursive: true }))

describe('the key file', () => {
  test('is created at the first start, readable by its owner only, and stays', async () => {
    const keys = (await readMasterKeys(dataDir, undefined)).read()
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readMasterKeys(dataDir, undefined)).read()).toEqual(keys)
    expect(await readdir(dataDir)).toEqual(['master.key'])
  })

  test('is the same for processes that start concurrently', async () => {
    const starts = Array.from({ length: 20 }, () => readMasterKeys(dataDir, undefined))
    const keys = (await Promise.all(starts)).map((source) => source.read()[0])
    expect(new Set(keys).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['master.key'])
  })

  test('is refused with instructions if others can read it', async () => {
    await readMasterKeys(dataDir, undefined)
    for (const mode of [0o640, 0o604, 0o660]) {
      await chmod(path, mode)
      const keys = await readMasterKeys(dataDir, undefined)
      expect(() => createSecrets(keys)).toThrow(`Run: chmod 600 ${path}`)
    }
  })

  test('is refused if it is empty: a new key would open nothing', async () => {
    await readMasterKeys(dataDir, undefined)
    await writeFile(path, '\n')
    const keys = await readMasterKeys(dataDir, undefined)
    expect(() => keys.read()).toThrow(/is empty/)
  })

  test('is refused if its newest key is short, and accepts a short older key until it is rotated out', async () => {
    await readMasterKeys(dataDir, undefined)
    await writeFile(path, `${'k'.repeat(31)}\n`)
    const short = await readMasterKeys(dataDir, undefined)
    expect(() => createSecrets(short)).toThrow(/fewer than 32 characters.*first line.*rotate-master-key/)
    await writeFile(path, `${'k'.repeat(32)}\nold and short\n`)
    expect((await readMasterKeys(dataDir, undefined)).read()).toEqual(['k'.repeat(32), 'old and short'])
  })

  test('that vanishes stops sealing, not opening', async () => {
    const secrets = createSecrets(await readMasterKeys(dataDir, undefined))
    const sealed = secrets.seal('hello', 'sites.key')
    await rm(path)
    expect(secrets.open(sealed, 'sites.key')).toBe('hello')
    expect(() => secrets.seal('hello', 'sites.key')).toThrow(/is gone/)
  })
})

describe('rotation', () => {
  test('puts the new key first, and running processes use it at once', async () => {
    const running = createSecrets(await readMasterKeys(dataDir, undefined))
    const old = running.seal('old', 'sites.key')
    const key = newMasterKey()
    await addMasterKey(dataDir, key)
    expect((await readFile(path, 'utf8')).split('\n')[0]).toBe(key)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(createSecrets([key]).open(running.seal('new', 'sites.key'), 'sites.key')).toBe('new')
    expect(running.open(old, 'sites.key')).toBe('old')
  })

  test('ignores a draft that a crash left behind', async () => {
    await readMasterKeys(dataDir, undefined)
    await writeFile(`${path}.new`, 'half a k')
    await addMasterKey(dataDir, newMasterKey())
    expect((await readMasterKeys(dataDir, undefined)).read()).toHaveLength(2)
  })

  test('ends with the newest key alone', async () => {
    await readMasterKeys(dataDir, undefined)
    const key = newMasterKey()
    await addMasterKey(dataDir, key)
    await dropOldMasterKeys(dataDir)
    expect((await readMasterKeys(dataDir, undefined)).read()).toEqual([key])
  })

  test('returns the time of the newest key', async () => {
    await readMasterKeys(dataDir, undefined)
    const at = new Date('2026-01-02T03:04:05Z')
    await utimes(path, at, at)
    expect(await masterKeyChangedAt(dataDir)).toEqual(at)
  })
})

describe('MASTER_KEY', () => {
  test('has keys separated by commas, newest first, and creates no file', async () => {
    const [one, two] = [newMasterKey(), newMasterKey()]
    expect((await readMasterKeys(dataDir, ` ${one} ,${two},`)).read()).toEqual([one, two])
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/)
  })

  test('is refused if one of its keys is short', async () => {
    await expect(readMasterKeys(dataDir, `${newMasterKey()},short`)).rejects.toThrow(/at least 32 characters/)
  })
})
