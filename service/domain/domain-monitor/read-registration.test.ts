import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRegistration } from './read-registration.ts'
import { registration } from './testing/set-up-rdap.ts'

const read = (changes: Record<string, unknown>) =>
  readRegistration(JSON.stringify(registration('shop.com', changes)), 'shop.com')

it('ignores fields of the wrong type or format', () => {
  const wrong = read({
    status: ['ok', 7, null, { x: 1 }, 'ok', 'x'.repeat(5_000)],
    events: [null, 3, { eventAction: 'expiration', eventDate: 12 }, { eventAction: 'registration', eventDate: 'soon' }],
    nameservers: [{ ldhName: 'ns.example' }, { ldhName: 'bad host' }, { ldhName: 5 }, 'x', { ldhName: '<b>x</b>' }],
    entities: [null, 'x', { roles: 'registrar' }, { roles: ['registrar'], vcardArray: 'x', publicIds: [1] }],
    links: [{ rel: 'related', type: 'application/rdap+json', href: 'javascript:alert(1)' }],
  })
  expect(wrong).toEqual({
    registrar: null,
    registrarId: null,
    statuses: ['ok', '7', `${'x'.repeat(59)}…`],
    registeredAt: null,
    changedAt: null,
    expiresAt: null,
    nameservers: ['ns.example'],
    related: null,
  })
})

it.each([['0001-01-01T00:00:00Z'], ['9999-12-31T23:59:59Z'], ['2027-99-99T00:00:00Z'], ['Fri, 13 Aug 2027'], ['']])(
  'ignores the date %j',
  (eventDate) => {
    expect(read({ events: [{ eventAction: 'expiration', eventDate }] })?.expiresAt).toBeNull()
  },
)

it('strips control characters from the name of a registrar', () => {
  const card = ['vcard', [['fn', {}, 'text', 'Evil\u202eelbisivni\u0000 Ltd\n<script>']]]
  expect(read({ entities: [{ roles: ['registrar'], vcardArray: card }] })?.registrar).toBe('Evilelbisivni Ltd <script>')
})

it('limits the number of list entries', () => {
  const many = read({
    status: Array.from({ length: 10_000 }, (_, index) => `status ${index}`),
    nameservers: Array.from({ length: 10_000 }, (_, index) => ({ ldhName: `ns${index}.example` })),
  })
  expect([many?.statuses.length, many?.nameservers.length]).toEqual([40, 40])
})

it('never throws', () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.object().map((value) => JSON.stringify({ objectClassName: 'domain', ldhName: 'shop.com', ...value })),
  )
  fc.assert(fc.property(anything, (text) => void readRegistration(text, 'shop.com')))
})
