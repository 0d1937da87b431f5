import { generateKeyPairSync } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { exportRequirement, withExport } from '../testing/open-export.ts'
import { itIf } from '../testing/requirements.ts'
import { seedSites } from '../testing/seed-sites.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as exporting from './export.ts'

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  folder = await createDataDir()
  await seedSites(service.db, 1, { private_key: service.secrets.seal('the key', 'sites.private_key') })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const runExport = (...args: string[]) =>
  runCommand(exporting, args, { DATABASE_URL: service.connectionString, DATA_DIR: folder })

itIf(exportRequirement)('flotilla export writes everything, with keys for the given public key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const [file, keyFile] = [join(folder, 'all.zip'), join(folder, 'public.pem')]
  await writeFile(keyFile, publicKey)
  expect(await runExport(file, '--public-key', keyFile)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('encrypted with your public key'),
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await withExport(await readFile(file), async ({ rows, decrypt }) => {
    expect(await rows('sites')).toHaveLength(1)
    expect((await decrypt(privateKey)).lines).toMatchObject([{ column: 'private_key', value: 'the key' }])
  })
})

it('flotilla export says that there are no keys without a public key, and overwrites nothing', async () => {
  const file = join(folder, 'plain.zip')
  expect(await runExport(file)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('contains no keys of sites'),
  })
  expect(await runExport(file)).toMatchObject({ code: 1, complained: expect.stringContaining('already exists') })
})

it('flotilla export refuses a key file that is missing or private, and leaves no file', async () => {
  const file = join(folder, 'none.zip')
  expect(await runExport(file, '--public-key', join(folder, 'missing.pem'))).toMatchObject({
    code: 2,
    complained: expect.stringContaining('cannot be read'),
  })
  const secret = join(folder, 'private.pem')
  await writeFile(secret, '-----BEGIN PRIVATE KEY-----\n')
  expect(await runExport(file, '--public-key', secret)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('This is a private key'),
  })
  await expect(stat(file)).rejects.toThrow('ENOENT')
})
