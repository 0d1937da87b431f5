import { expect, it, vi } from 'vitest'
import { keyLoginCalls } from '../domain/access/testing/key-login-calls.ts'
import { fetchFromService } from '../testing/fetch-from-service.ts'
import { setUpService } from '../testing/people.ts'
import { requestKey } from './login.ts'

const fixture = setUpService()
const { confirm, sessionOf } = keyLoginCalls(fixture)

it('shows a code, waits for the person, and returns the key for the profile', async () => {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(String(text)))
  const headers = await sessionOf(fixture.people.manager)
  let waited = 0
  const wait = async () => {
    const code = /type this code: (\S+)$/.exec(printed[0] ?? '')?.[1] ?? ''
    if (++waited === 2) expect((await confirm(code, headers)).status).toBe(200)
  }
  const profile = await requestKey('https://flotilla.example/', ['read'], {
    fetch: fetchFromService(fixture.service),
    wait,
  })
  log.mockRestore()
  expect(printed[0]).toMatch(/^Open https:\/\/flotilla\.example\/connect and type this code: /)
  expect([waited, profile]).toEqual([2, { url: 'https://flotilla.example/', key: expect.stringMatching(/^flo_/) }])
})
