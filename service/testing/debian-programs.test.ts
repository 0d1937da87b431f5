import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findDebianProgram } from './debian-programs.ts'
import { itIf } from './requirements.ts'

const run = promisify(execFile)
const nginx = await findDebianProgram('nginx', 'nginx')

it('finds an installed program', async () => {
  expect(await findDebianProgram('sh', 'dash')).toMatchObject({ folder: '/', environment: {} })
})

it('returns a reason when the program is not available', async () => {
  expect(await findDebianProgram('no-such-program', 'dash')).toMatch(
    /^(dash of Debian has no program|no-such-program) /,
  )
})

itIf({ present: typeof nginx !== 'string', name: 'nginx of Debian' })('an unpacked program runs', async () => {
  if (typeof nginx === 'string') throw new Error(nginx)
  const { stderr } = await run(nginx.path, ['-v'], { env: { ...process.env, ...nginx.environment } })
  expect(stderr).toMatch(/nginx version: nginx\/\d/)
})
