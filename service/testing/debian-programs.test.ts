import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findDebianProgram } from './debian-programs.ts'
import { itIf } from './requirements.ts'

const run = promisify(execFile)
const nginx = await findDebianProgram('nginx', 'nginx')

it('finds a program that is installed', async () => {
  expect(await findDebianProgram('sh', 'dash')).toMatchObject({ folder: '/', environment: {} })
})

it('says so when it cannot be had', async () => {
  expect(await findDebianProgram('no-such-program', 'dash')).toMatch(
    /^(dash of Debian has no program|no-such-program) /,
  )
})

itIf({ present: typeof nginx !== 'string', name: 'nginx of Debian' })('an unpacked program runs', async () => {
  if (typeof nginx === 'string') throw new Error(nginx)
  const { stderr } = await run(nginx.path, ['-v'], { env: { ...process.env, ...nginx.environment } })
  expect(stderr).toMatch(/nginx version: nginx\/\d/)
})
