import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { fingerprintOf } from '../export-script/export-script.ts'
import { findScriptKeys } from '../export-script/export-script-store.ts'
import { partsOfScript } from '../testing/export-file.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const session = async () => (await signInAs(fixture.service, fixture.people.administrator)).headers
const create = async (headers: Record<string, string>) => rest('POST /move-in/scripts', {}, headers)

describe('create-export-script', () => {
  it('returns a script with a key pair of its own; the private key is stored sealed', async () => {
    const { service } = fixture
    const headers = await session()
    const one = (await create(headers)).body.data
    const parts = partsOfScript(one.content)
    expect(parts.id).toBe(one.script_id)
    expect(fingerprintOf(parts.publicKeyPem)).toBe(one.fingerprint)
    expect(one.content).toContain(`Fingerprint: ${one.fingerprint}`)
    expect(one.content).not.toMatch(/%%|PRIVATE KEY/)
    const [row] = (await service.db.pool.query('select * from export_scripts')).rows
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`PRIVATE KEY|${parts.secret}`))
    const keys = await findScriptKeys(service.db, service.secrets, one.script_id, service.clock.now())
    expect(keys?.secret).toBe(parts.secret)
    const two = (await create(headers)).body.data
    expect(partsOfScript(two.content).secret).not.toBe(parts.secret)
  })

  it('ends after 7 days', async () => {
    const { service } = fixture
    const { script_id } = (await create(await session())).body.data
    service.clock.advance(7 * 86_400_000)
    expect(await findScriptKeys(service.db, service.secrets, script_id, service.clock.now())).toBe(undefined)
    expect((await rest('GET /move-in/scripts')).body.data).toEqual([])
  })

  it('is refused for an API key and for a password without a session', async () => {
    for (const headers of [fixture.people.administrator.headers, fixture.people.administrator.basic]) {
      const answer = await create(headers)
      expect([answer.status, answer.body.code]).toEqual([403, 'svc_permission_denied'])
    }
    expect((await create(fixture.people.manager.headers)).status).toBe(403)
  })

  it('is refused while 20 scripts are stored', async () => {
    const headers = await session()
    for (let count = 0; count < 20; count++) expect((await create(headers)).status).toBe(200)
    const refused = await create(headers)
    expect([refused.status, refused.body.code]).toEqual([409, 'svc_too_many_export_scripts'])
  })
})
