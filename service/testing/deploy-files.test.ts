import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const deployed = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

it('the container runs as an ordinary user', async () => {
  const lines = (await deployed('Dockerfile')).split('\n')
  const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const users = lastStage.filter((line) => line.startsWith('USER ')).map((line) => line.slice(5).trim())
  expect(users.length).toBeGreaterThan(0)
  expect(users.at(-1)).not.toMatch(/^(root|0)(:|$)/)
  // No command runs before the user is switched.
  const start = lastStage.findIndex((line) => /^(CMD|ENTRYPOINT) /.test(line))
  expect(start).toBeGreaterThan(lastStage.findLastIndex((line) => line.startsWith('USER ')))
})

it('no container of the example has privileges on the host', async () => {
  expect(await deployed('compose.yaml')).not.toMatch(
    /privileged:\s*true|network_mode:\s*host|docker\.sock|SYS_ADMIN|user:\s*["']?(root|0)\b/,
  )
})

it.each(['flotilla-api@.service', 'flotilla-worker@.service'])(
  '%s runs as an ordinary user that gains no rights',
  async (name) => {
    const unit = await deployed(name)
    expect(unit).toMatch(/^(User=(?!root$).+|DynamicUser=yes)$/m)
    expect(unit).toMatch(/^NoNewPrivileges=(yes|true)$/m)
  },
)
