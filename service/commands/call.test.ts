import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../client/flotilla.ts'
import { approvalCalls } from '../testing/approval-calls.ts'
import { fetchFromService } from '../testing/fetch-from-service.ts'
import { setUpService } from '../testing/people.ts'
import { seedFleet } from '../testing/seed-fleet.ts'
import { callOperation } from './call.ts'
import { findProfile, profilesFile, readProfiles, writeProfiles } from './remote/profiles.ts'
import { readCall } from './remote/read-call.ts'

const fixture = setUpService()
let printed: string
let warned: string
beforeEach(() => {
  printed = ''
  warned = ''
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed += `${text}\n`
  })
  vi.spyOn(console, 'error').mockImplementation((text) => {
    warned += `${text}\n`
  })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const flotilla = (
  words: string,
  ask: ((question: string) => Promise<string>) | null = null,
  { key = fixture.people.keys.full.token, wait = async () => {} } = {},
) => {
  const client = createClient({ url: 'https://flotilla.example', key, fetch: fetchFromService(fixture.service), wait })
  return callOperation(readCall(words.split(' ')), { client, ask, wait })
}

describe('flotilla call', () => {
  it('waits for the approval of a person, and says when there is none', async () => {
    const { createAgent, createApprover, approve, refuse } = approvalCalls(fixture)
    const { token: key } = await createAgent()
    const approver = await createApprover()
    await expect(flotilla('add-tag --name Nets --yes', null, { key })).rejects.toMatchObject({
      code: 'svc_approval_required',
    })
    const approveNow = async () => void (await approve(1, approver))
    expect(await flotilla('add-tag --name Nets --yes --wait', null, { key, wait: approveNow })).toBe(0)
    expect([warned, printed]).toEqual([expect.stringContaining('/approvals/1'), expect.stringContaining('Nets')])
    const refuseNow = async () => void (await refuse(2, approver.session.headers))
    await expect(flotilla('add-tag --name Oars --yes --wait', null, { key, wait: refuseNow })).rejects.toThrow(
      'refused',
    )
  })

  it.each([
    ['table', 'id  name\n1   Boats\n2   Nets\n'],
    ['csv', 'id,name\r\n1,Boats\r\n2,Nets\r\n'],
    ['ids', '1\n2\n'],
    ['count', '2\n'],
    [
      'json',
      `${JSON.stringify(
        [
          { id: 1, name: 'Boats' },
          { id: 2, name: 'Nets' },
        ],
        null,
        2,
      )}\n`,
    ],
  ])('prints a list as %s', async (format, expected) => {
    await seedFleet(fixture.service.db)
    expect(await flotilla(`list-tags --format ${format} --fields id,name`)).toBe(0)
    expect(printed).toBe(expected)
  })

  it('reads all pages for programs, and one for people', async () => {
    await seedFleet(fixture.service.db)
    await flotilla('list-tags --per-page 1 --format ids')
    expect(printed).toBe('1\n2\n')
    printed = ''
    await flotilla('list-tags --per-page 1 --fields id')
    expect([printed, warned]).toEqual(['id\n1\n', '1 of 2 rows. Show more with --page 2\n'])
  })

  it('shows the plan of a change and asks; without a person it needs --yes', async () => {
    const count = async () => (await fixture.service.db.selectFrom('tags').select('id').execute()).length
    expect(await flotilla('add-tag --name Shop --dry-run')).toBe(0)
    await expect(flotilla('add-tag --name Shop')).rejects.toThrow('add --yes')
    await expect(flotilla('add-tag --name Shop', async () => 'no')).rejects.toThrow('Nothing was changed.')
    expect(await count()).toBe(0)
    expect(await flotilla('add-tag --name Shop', async () => 'yes')).toBe(0)
    expect(await flotilla('delete-tag --tag-id 1 --yes')).toBe(0)
    expect(await count()).toBe(0)
  })

  it('tells a part that failed from all that failed by its exit code', async () => {
    await seedFleet(fixture.service.db)
    expect(await flotilla('suspend-sites --site-ids-or-domains 1 --site-ids-or-domains 99 --yes')).toBe(3)
    expect(warned).toContain('99')
    await expect(flotilla('get-site --site-id-or-domain 99')).rejects.toMatchObject({ code: 'svc_site_not_found' })
    await expect(flotilla('fly-away')).rejects.toThrow('There is no operation fly-away.')
  })

  it('neutralises escape sequences of sites', async () => {
    await seedFleet(fixture.service.db)
    await fixture.service.db.updateTable('sites').set({ name: '\u001b[2J\u202eShop' }).execute()
    for (const format of ['table', 'csv', 'json']) await flotilla(`list-sites --format ${format} --fields name`)
    for (const character of ['\u001b', '\u202e']) expect(printed).not.toContain(character)
    expect(printed).toContain('Shop')
  })
})

describe('profiles', () => {
  it('are stored for their owner only, and need TLS', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'profiles-'))
    const environment = { XDG_CONFIG_HOME: folder }
    const file = profilesFile(environment)
    await writeProfiles(file, { default: { url: 'https://flotilla.example/', key: 'flo_1' } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await findProfile(undefined, environment)).toEqual({ url: 'https://flotilla.example/', key: 'flo_1' })
    await expect(findProfile('other', environment)).rejects.toThrow('There is no profile other.')
    const unsafe = { ...environment, FLOTILLA_URL: 'http://flotilla.example', FLOTILLA_KEY: 'flo_2' }
    await expect(findProfile(undefined, unsafe)).rejects.toThrow('https://')
    expect(await readFile(file, 'utf8')).toContain('flo_1')
    expect(Object.keys(await readProfiles(file))).toEqual(['default'])
    await rm(folder, { recursive: true })
  })
})
