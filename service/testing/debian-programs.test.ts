import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findDebianProgram } from './debian-programs.ts'

const run = promisify(execFile)
const nginx = await findDebianProgram('nginx', 'nginx')
const missing = typeof nginx === 'string' ? nginx : ''

it('finds a program that is installed', async () => {
  expect(await findDebianProgram('sh', 'dash')).toMatchObject({ folder: '/', environment: {} })
})

it('says so when it cannot be had', async () => {
  expect(await findDebianProgram('no-such-program', 'dash')).toMatch(
    /^(dash of Debian has no program|no-such-program) /,
  )
})

describe.skipIf(missing && !process.env.CI)(`an unpacked program ${missing}`, () => {
  it('runs with the libraries of its packages', async () => {
    if (typeof nginx === 'string') throw new Error(nginx)
    const { stderr } = await run(nginx.path, ['-v'], { env: { ...process.env, ...nginx.environment } })
    expect(stderr).toMatch(/nginx version: nginx\/\d/)
  })
})
