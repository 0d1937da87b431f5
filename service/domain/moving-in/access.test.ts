import { beforeEach, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'
import { movingInFeature } from './index.ts'
import { sessionOfAdministrator } from './testing/moving-fleet.ts'

const fixture = setUpServiceWithSites()
const { rest } = fixture

const uploadId = '0123456789abcdef'
const part = { upload_id: uploadId, file: 'dump', part: 0, content: 'AAAA', last: false }

/** Every call that changes something. */
const changes: Record<string, [route: string, input: object]> = {
  'create-export-script': ['POST /move-in/scripts', {}],
  'delete-export-script': [`DELETE /move-in/scripts/${uploadId}`, { confirm: true }],
  'add-export-part': ['POST /move-in/imports', { script_id: uploadId, part: 0, lines: 'x\n' }],
  'add-dump-part': ['POST /move-in/dumps', part],
  'read-dump': ['POST /move-in/dumps/1/read', {}],
  'accept-move-in': ['POST /move-in/imports/1/accept', {}],
  'make-parity-report': ['POST /move-in/parity', {}],
  'take-over-sites': ['POST /move-in/takeovers', { site_ids_or_domains: [1], confirm: true }],
  'export-fleet': ['POST /fleet/export', {}],
}
/** Uploads change nothing that is used before they are accepted, and take longer than a proof is valid; a comparison reads. */
const withoutProof = ['add-export-part', 'add-dump-part', 'make-parity-report']

let session: Record<string, string>
beforeEach(async () => {
  session = await sessionOfAdministrator(fixture)
})

it('lists every addressed operation that changes something', () => {
  const addressed = new Set(movingInFeature.addresses.map(({ operation }) => operation.name))
  const changing = movingInFeature.operations.filter(({ name, effect }) => addressed.has(name) && effect !== 'read')
  expect(changing.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted())
})

it.each(Object.entries(changes))('%s is refused for an API key, a stored password and other users', async (_, call) => {
  const [route, input] = call
  const { administrator, manager, keys } = fixture.people
  for (const headers of [administrator.headers, administrator.basic, keys.delete.headers, manager.headers])
    for (const more of [{}, { dry_run: true }]) {
      const { status, body } = await rest(route, { ...input, ...more }, headers)
      expect([status, body.code]).toEqual([403, 'svc_permission_denied'])
    }
})

it.each(Object.entries(changes).filter(([name]) => !withoutProof.includes(name)))(
  '%s needs a fresh password or factor',
  async (_, [route, input]) => {
    fixture.service.clock.advance(11 * 60_000)
    expect((await rest(route, input, session)).body.code).toBe('svc_identity_confirmation_required')
  },
)
