import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChildSite } from './child-site.ts'
import type { Connector } from './connector.ts'
import { type Replay, saying, startReplay } from './testing/replay.ts'

const folder = new URL('../../../simulator/captures/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const payloadOf = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

type Ask = (connector: Connector, site: ChildSite) => Promise<unknown>
interface Expectation {
  captures: string
  ask: Ask
  /** What the answer must hold. */
  gives?: unknown
  /** Or the error, by code and code of the child. */
  fails?: [code: string, childCode?: string]
}

const anything = expect.anything()
const demo = 'fleet-demo/fleet-demo.php'
const ping: Ask = (connector, site) => connector.ping(site)
const register: Ask = (connector, site) => connector.register(site, { password: 'secret' })
const byToken: Ask = (connector, site) => connector.reconnect(site, { token: `${'a'.repeat(40)}-${'b'.repeat(40)}` })
const post = { id: 355, type: 'post' } as const
const outcome = (slug: string, ending: string, more: object = {}) => ({
  items: [expect.objectContaining({ slug, outcome: ending, ...more })],
})
const list = (entry: object) => expect.arrayContaining([expect.objectContaining(entry)])

// Calls of the live site, in order; where the same kind of call gave the same kind of answer one line stands for all.
const expectations: Expectation[] = [
  {
    captures: '001 082',
    ask: (c, s) => c.probe(s),
    gives: { connectorVersion: '6.1', wordpressVersion: '6.8.99', managedByHost: false },
  },
  { captures: '002', ask: register, fails: ['svc_registration_refused', 'REG_ERROR1'] },
  { captures: '003', ask: register, fails: ['svc_registration_refused', 'REG_ERROR7'] },
  {
    captures: '004',
    ask: register,
    gives: {
      token: '6a67d3a7f8103deeadeba91d5369351bf90d8e9a-b4550bbb08fd2f6066d1f842304607ff7be1dcae',
      uniqueId: '',
      correctedUrl: null,
      privateKeyPem: expect.stringContaining('PRIVATE KEY'),
      publicKeyPem: expect.stringContaining('BEGIN PUBLIC KEY'),
      snapshot: {
        connectorVersion: '6.1',
        siteUrl: 'https://site.example',
        problems: [],
        plugins: list({ slug: demo }),
      },
    },
  },
  { captures: '005', ask: (c, s) => c.probe(s), fails: ['svc_already_connected'] },
  { captures: '006', ask: register, fails: ['svc_registration_refused', 'REG_ERROR2'] },
  { captures: '007 009 010 011 013 014 015 016 018 077', ask: ping, gives: { correctedUrl: null } },
  { captures: '008 078', ask: ping, fails: ['svc_key_refused'] },
  { captures: '012', ask: ping, fails: ['svc_algorithm_refused'] },
  { captures: '017', ask: ping, fails: ['svc_child_outdated', 'child_plugin_incompatible'] },
  {
    captures: '019',
    ask: (c, s) => c.readSite(s, { parts: ['plugins'] }),
    gives: {
      problems: [],
      coreUpdate: null,
      info: { phpVersion: '8.2.35', language: 'en_US', utcOffsetHours: 0, publicToSearchEngines: true },
      pluginUpdates: list({ slug: demo, version: '1.0.0', newVersion: '1.1.0', active: true, fitsPhp: true }),
      themeUpdates: [expect.objectContaining({ slug: 'fleet-theme', newVersion: '1.2.0' })],
      translationUpdates: [
        { type: 'plugin', slug: 'fleet-demo', language: 'de_DE', version: '1.0.0', name: 'Fleet Demo' },
      ],
      recentComments: list({ id: 1, authorEmail: 'wapuu@wordpress.example', status: 'approved' }),
      recentPages: list({ id: 3, status: 'draft', title: 'Privacy Policy' }),
      security: { issues: 5, checks: list({ name: 'db_reporting', state: 'fine-by-itself' }) },
      health: { good: 15, recommended: 3, critical: 1, score: 84 },
      categories: list({ id: 6, name: 'News', parentId: null }),
      plugins: list({ slug: 'mainwp-child/mainwp-child.php', isConnector: true, active: true }),
      themes: list({ slug: 'fleet-theme', active: false }),
      abandonedPlugins: [],
      admin: { nicename: 'admin', email: 'admin@example.com' },
    },
  },
  {
    captures: '020 021',
    ask: (c, s) => c.readSite(s, { parts: [] }),
    gives: { problems: [], uniqueId: '', wordpressVersion: '6.8.99' },
  },
  {
    captures: '022 025 027 030 066',
    ask: (c, s) => c.listPlugins(s),
    gives: list({ slug: demo, name: 'Fleet Demo', active: true }),
  },
  { captures: '031 033 036', ask: (c, s) => c.listThemes(s), gives: [expect.objectContaining({ active: true })] },
  {
    captures: '038',
    ask: (c, s) => c.listThemes(s),
    gives: list({ slug: 'twentyeleven', version: '4.9', description: expect.stringContaining('“Ephemera”') }),
  },
  {
    captures: '039',
    ask: (c, s) => c.listPosts(s, { type: 'post', statuses: ['publish'] }),
    gives: list({ id: anything, status: 'publish', type: 'post' }),
  },
  { captures: '049', ask: (c, s) => c.listPosts(s, { type: 'post', statuses: ['draft'] }), gives: [] },
  {
    captures: '040 043',
    ask: (c, s) => c.createPost(s, { type: 'post', title: 'Fleet post', content: 'x', status: 'draft' }),
    gives: { id: 355, status: 'draft', link: 'https://site.example/?p=355' },
  },
  {
    captures: '041',
    ask: (c, s) => c.getPost(s, post),
    gives: {
      title: 'Fleet post',
      content: 'Body with "quotes", \'apostrophes\', a back\\slash, + and 100% ünïcode 🎉',
      tags: ['alpha', 'beta'],
      categories: ['News'],
      featuredImage: '',
      commentsOpen: true,
    },
  },
  { captures: '042', ask: (c, s) => c.editPost(s, post, { title: 'Fleet post edited' }), gives: undefined },
  { captures: '044', ask: (c, s) => c.movePost(s, post, 'publish'), gives: { status: 'publish' } },
  { captures: '045', ask: (c, s) => c.movePost(s, post, 'unpublish'), gives: { status: 'draft' } },
  { captures: '046', ask: (c, s) => c.movePost(s, post, 'trash'), gives: { status: 'trash' } },
  { captures: '047', ask: (c, s) => c.movePost(s, post, 'restore'), gives: { status: 'draft' } },
  { captures: '048', ask: (c, s) => c.deletePost(s, post), gives: undefined },
  {
    captures: '050',
    ask: (c, s) => c.listComments(s, { statuses: ['pending'] }),
    gives: list({
      id: 19,
      status: 'pending',
      authorEmail: 'v3@example.com',
      postId: 354,
      writtenAt: new Date(1794706946000),
    }),
  },
  {
    captures: '059',
    ask: (c, s) => c.listComments(s, { statuses: ['approved'] }),
    gives: list({ id: 2, authorUrl: 'https://v1.example', postTitle: 'Bs\\t' }),
  },
  {
    captures: '051 052 053 054 055 056 058',
    ask: (c, s) => c.moderateComment(s, { id: 19 }, 'approve'),
    gives: undefined,
  },
  { captures: '057', ask: (c, s) => c.moderateComments(s, [17, 18], 'approve'), gives: { tried: 2 } },
  {
    captures: '060',
    ask: (c, s) =>
      c.createUser(s, { login: 'fleet-user', email: 'fleet-user@example.com', password: 'x', role: 'author' }),
    gives: { id: 509 },
  },
  {
    captures: '061',
    ask: (c, s) => c.listUsers(s, ['author']),
    gives: [
      expect.objectContaining({
        id: 509,
        login: 'fleet-user',
        roles: ['author'],
        postCount: 0,
        passwordStatus: 'disabled',
      }),
    ],
  },
  { captures: '062', ask: (c, s) => c.changeRole(s, 509, 'editor'), gives: undefined },
  { captures: '063', ask: (c, s) => c.deleteUser(s, 509), gives: undefined },
  {
    captures: '064',
    ask: (c, s) => c.listUsers(s, ['editor']),
    gives: list({ login: 'ed', registeredAt: new Date('2026-11-15T01:21:01Z') }),
  },
  {
    captures: '071',
    ask: (c, s) => c.readSite(s, { parts: ['changes'] }),
    gives: {
      problems: [],
      changes: {
        actions: [
          expect.objectContaining({
            key: '17947069614973',
            itemName: 'Hello Dolly',
            itemSlug: 'hello.php',
            action: 'deactivated',
          }),
        ],
        // The row about our own registration holds a piece of its token and is not kept.
        log: [
          expect.objectContaining({ id: 126 }),
          expect.objectContaining({ id: 127 }),
          expect.objectContaining({ id: 128, typeId: 1461, key: '128.1794706960.1461', ip: '' }),
        ],
        next: { actionsAfter: 1794706961.205214, logAfter: 1794706959 },
        more: false,
      },
    },
  },
  {
    captures: '072',
    ask: (c, s) => c.readSite(s, { parts: ['changes'] }),
    gives: { changes: { actions: [], log: [], more: false } },
  },
  {
    captures: '073',
    ask: (c, s) => c.readSecurity(s),
    gives: { issues: 3, checks: list({ name: 'sslprotocol', state: 'issue' }) },
  },
  { captures: '074', ask: (c, s) => c.endSessions(s), gives: undefined },
  { captures: '075', ask: (c, s) => c.checkAbandoned(s, 'theme'), gives: [] },
  {
    captures: '076 083',
    ask: byToken,
    gives: { token: `${'a'.repeat(40)}-${'b'.repeat(40)}`, snapshot: { connectorVersion: '6.1' } },
  },
  { captures: '079', ask: byToken, fails: ['svc_registration_refused', 'reconnect_failed'] },
  { captures: '080', ask: (c, s) => c.disconnect(s), gives: undefined },
  { captures: '081', ask: (c, s) => c.readSite(s, { parts: [] }), fails: ['svc_key_refused'] },
  {
    captures: '084',
    ask: (c, s) => c.readSite(s, { parts: [] }),
    gives: { problems: [], pluginUpdates: [], recentComments: list({ id: 18 }) },
  },
]

// These need a second answer: what the site shows before or afterwards.
const withSecondLook: (Expectation & { replies: string[] })[] = [
  {
    captures: '023',
    replies: ['023', '023e'],
    ask: (c, s) => c.activatePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '024',
    replies: ['024', '025s'],
    ask: (c, s) => c.deactivatePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '068',
    replies: ['068', '068e'],
    ask: (c, s) => c.updateThemes(s, [{ slug: 'fleet-theme', version: '1.0.0' }]),
    gives: outcome('fleet-theme', 'done', { oldVersion: '1.0.0', newVersion: '1.2.0' }),
  },
  {
    captures: '069',
    replies: ['069', '084'],
    ask: (c, s) => c.updateTranslations(s, ['fleet-demo']),
    gives: outcome('fleet-demo', 'done'),
  },
  {
    captures: '065',
    replies: ['065', '066s'],
    ask: (c, s) =>
      c.updatePlugins(s, [
        { slug: demo, version: '1.0.0' },
        { slug: 'fleet-broken/fleet-broken.php', version: '0.9.0' },
      ]),
    gives: {
      items: [
        expect.objectContaining({ slug: demo, outcome: 'done', oldVersion: '1.0.0', newVersion: '1.1.0' }),
        expect.objectContaining({
          outcome: 'failed',
          code: 'svc_update_failed',
          wordpressCodes: ['download_failed'],
          message: expect.stringContaining('Download failed.'),
        }),
      ],
    },
  },
  {
    // The list within this very answer still names the deleted plugin.
    captures: '026',
    replies: ['026', '027s'],
    ask: (c, s) => c.deletePlugins(s, ['fleet-spare/fleet-spare.php']),
    gives: outcome('fleet-spare/fleet-spare.php', 'done'),
  },
  {
    captures: '028',
    replies: ['028', '027s'],
    ask: (c, s) => c.activatePlugins(s, ['absent/absent.php']),
    gives: outcome('absent/absent.php', 'failed', { code: 'svc_not_installed' }),
  },
  {
    captures: '067',
    replies: ['067', '066s'],
    ask: (c, s) => c.updatePlugins(s, [{ slug: 'absent/absent.php', version: '1.0' }]),
    gives: outcome('absent/absent.php', 'failed', { code: 'svc_not_installed' }),
  },
  {
    captures: '032',
    replies: ['038+', '032', '033s'],
    ask: (c, s) => c.activateTheme(s, 'fleet-theme-two'),
    gives: outcome('fleet-theme-two', 'done'),
  },
  {
    captures: '035',
    replies: ['038', '035', '031s'],
    ask: (c, s) => c.activateTheme(s, 'twentytwentyfive'),
    gives: outcome('twentytwentyfive', 'done'),
  },
  {
    captures: '034',
    replies: ['034', '033s'],
    ask: (c, s) => c.deleteThemes(s, ['fleet-theme-two']),
    gives: outcome('fleet-theme-two', 'failed', { code: 'svc_theme_active' }),
  },
  {
    captures: '037',
    replies: ['037', '038s'],
    ask: (c, s) => c.deleteThemes(s, ['fleet-theme-two']),
    gives: outcome('fleet-theme-two', 'done'),
  },
  {
    captures: '029',
    replies: ['025s', '029', '030s'],
    ask: (c, s) => c.install(s, { type: 'plugin', url: 'https://example.com/fleet-extra.1.0.0.zip', activate: true }),
    gives: { outcome: 'done', slug: 'fleet-extra/fleet-extra.php', version: '1.0.0', active: true },
  },
  {
    captures: '070',
    replies: ['020', '070', '084'],
    ask: (c, s) => c.updateCore(s),
    gives: { outcome: 'current', oldVersion: '6.8.99' },
  },
]

/** `066s`: the list of capture 066 as a sync would bring it. `023e`: the sync embedded in 023. `038+`: with the theme that is about to be activated. */
function replyFor(reference: string): unknown {
  const payload = payloadOf(names.find((name) => name.startsWith(reference.slice(0, 3)))!) as Record<string, unknown>
  if (reference.endsWith('+')) {
    const theme = { name: 'Fleet Theme Two', version: '1.0.0', active: 0, slug: 'fleet-theme-two' }
    return { data: [...(payload.data as unknown[]), theme] }
  }
  if (reference.endsWith('e')) return payload.sync
  if (!reference.endsWith('s')) return payload
  const name = names.find((each) => each.startsWith(reference.slice(0, 3)))!
  return { version: '6.1', wpversion: '6.8.99', [name.includes('themes') ? 'themes' : 'plugins']: payload.data }
}

describe('the answers of a live site', () => {
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay()
  })
  afterAll(() => replay.close())
  beforeEach(() => {
    replay.received.length = 0
  })

  async function check({ ask, gives, fails }: Expectation, replies: unknown[]): Promise<void> {
    replay.replies.splice(0, replay.replies.length, ...replies.map(saying))
    const asked = ask(replay.connector, replay.site)
    if (fails) {
      const [code, childCode] = fails
      await expect(asked).rejects.toMatchObject({ name: 'ConnectorError', code, ...(childCode && { childCode }) })
      return
    }
    const answer = await asked
    if (gives === undefined) expect(answer).toBeUndefined()
    else if (Array.isArray(gives) || 'asymmetricMatch' in (gives as object)) expect(answer).toEqual(gives)
    else expect(answer).toMatchObject(gives as object)
  }

  for (const expectation of expectations) {
    for (const number of expectation.captures.split(' ')) {
      const name = names.find((each) => each.startsWith(number))!
      it(`${name} is understood`, () => check(expectation, [payloadOf(name)]))
    }
  }

  for (const expectation of withSecondLook) {
    it(`${expectation.captures} is understood together with a look at the site`, () =>
      check(expectation, expectation.replies.map(replyFor)))
  }

  it('are all covered', () => {
    const covered = [...expectations, ...withSecondLook].flatMap(({ captures }) => captures.split(' '))
    expect(covered.sort()).toEqual(names.map((name) => name.slice(0, 3)).sort())
  })
})
