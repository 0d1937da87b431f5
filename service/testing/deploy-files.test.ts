import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const deployed = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

const units = ['flotilla.service', 'flotilla-api@.service', 'flotilla-worker@.service']

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

it('no example lets every caller choose its own address', async () => {
  for (const name of ['compose.yaml', 'kubernetes/base/kustomization.yaml', ...units]) {
    const trusted = /TRUST_PROXY[=:] ?"?([\w./:,]+)/.exec(await deployed(name))?.[1]
    expect([name, trusted]).not.toEqual([name, expect.stringMatching(/^(on|true|0\.0\.0\.0\/0|::\/0)$/)])
  }
  // The address that the api processes trust is that of the proxy.
  const compose = await deployed('compose.yaml')
  expect(/TRUST_PROXY: ([\d.]+)/.exec(compose)?.[1]).toBe(/ipv4_address: ([\d.]+)/.exec(compose)?.[1])
})

it.each(units)('%s has no capability and only the system calls of a service', async (name) => {
  const unit = await deployed(name)
  expect(unit).toMatch(/^CapabilityBoundingSet=$/m)
  expect(unit).toMatch(/^SystemCallFilter=@system-service\b/m)
  expect(unit).toMatch(/^SystemCallArchitectures=native$/m)
})

it.each(['flotilla-api@.service', 'flotilla-worker@.service'])(
  '%s runs as an ordinary user that gains no rights',
  async (name) => {
    const unit = await deployed(name)
    expect(unit).toMatch(/^(User=(?!root$).+|DynamicUser=yes)$/m)
    expect(unit).toMatch(/^NoNewPrivileges=(yes|true)$/m)
  },
)
