import { expect } from 'vitest'
import type { ChildSite } from '../child-site.ts'
import type { Connector } from '../connector.ts'

export type ConnectorCall = (connector: Connector, site: ChildSite) => Promise<unknown>
export interface Expectation {
  captures: string
  call: ConnectorCall
  /** Expected content of the answer. */
  gives?: unknown
  /** Or the error, by code and code of the child. */
  fails?: [code: string, childCode?: string]
}

const anything = expect.anything()
export const demo = 'fleet-demo/fleet-demo.php'
const ping: ConnectorCall = (connector, site) => connector.ping(site)
const register: ConnectorCall = (connector, site) => connector.register(site, { password: 'secret' })
const byToken: ConnectorCall = (connector, site) =>
  connector.reconnect(site, { token: `${'a'.repeat(40)}-${'b'.repeat(40)}` })
const post = { id: 355, type: 'post' } as const
export const outcome = (slug: string, ending: string, more: object = {}) => ({
  items: [expect.objectContaining({ slug, outcome: ending, ...more })],
})
export const list = (entry: object) => expect.arrayContaining([expect.objectContaining(entry)])

// Calls of the live site, in order; one line for equal kinds of calls and answers.
export const expectations: Expectation[] = [
  {
    captures: '001 082',
    call: (c, s) => c.probe(s),
    gives: { connectorVersion: '6.1', wordpressVersion: '6.8.99', managedByHost: false },
  },
  { captures: '002', call: register, fails: ['svc_registration_refused', 'REG_ERROR1'] },
  { captures: '003', call: register, fails: ['svc_registration_refused', 'REG_ERROR7'] },
  {
    captures: '004',
    call: register,
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
  { captures: '005', call: (c, s) => c.probe(s), fails: ['svc_already_connected'] },
  { captures: '006', call: register, fails: ['svc_registration_refused', 'REG_ERROR2'] },
  { captures: '007 009 010 011 013 014 015 016 018 077', call: ping, gives: { correctedUrl: null } },
  { captures: '008 078', call: ping, fails: ['svc_key_refused'] },
  { captures: '012', call: ping, fails: ['svc_algorithm_refused'] },
  { captures: '017', call: ping, fails: ['svc_child_outdated', 'child_plugin_incompatible'] },
  {
    captures: '019',
    call: (c, s) => c.readSite(s, { parts: ['plugins'] }),
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
    call: (c, s) => c.readSite(s, { parts: [] }),
    gives: { problems: [], uniqueId: '', wordpressVersion: '6.8.99' },
  },
  {
    captures: '022 025 027 030 066',
    call: (c, s) => c.listPlugins(s),
    gives: list({ slug: demo, name: 'Fleet Demo', active: true }),
  },
  { captures: '031 033 036', call: (c, s) => c.listThemes(s), gives: [expect.objectContaining({ active: true })] },
  {
    captures: '038',
    call: (c, s) => c.listThemes(s),
    gives: list({ slug: 'twentyeleven', version: '4.9', description: expect.stringContaining('“Ephemera”') }),
  },
  {
    captures: '039',
    call: (c, s) => c.listPosts(s, { type: 'post', statuses: ['publish'] }),
    gives: list({ id: anything, status: 'publish', type: 'post' }),
  },
  { captures: '049', call: (c, s) => c.listPosts(s, { type: 'post', statuses: ['draft'] }), gives: [] },
  {
    captures: '040 043',
    call: (c, s) => c.createPost(s, { type: 'post', title: 'Fleet post', content: 'x', status: 'draft' }),
    gives: { id: 355, status: 'draft', link: 'https://site.example/?p=355' },
  },
  {
    captures: '041',
    call: (c, s) => c.getPost(s, post),
    gives: {
      title: 'Fleet post',
      content: 'Body with "quotes", \'apostrophes\', a back\\slash, + and 100% ünïcode 🎉',
      tags: ['alpha', 'beta'],
      categories: ['News'],
      featuredImage: '',
      commentsOpen: true,
    },
  },
  { captures: '042', call: (c, s) => c.editPost(s, post, { title: 'Fleet post edited' }), gives: undefined },
  { captures: '044', call: (c, s) => c.movePost(s, post, 'publish'), gives: { status: 'publish' } },
  { captures: '045', call: (c, s) => c.movePost(s, post, 'unpublish'), gives: { status: 'draft' } },
  { captures: '046', call: (c, s) => c.movePost(s, post, 'trash'), gives: { status: 'trash' } },
  { captures: '047', call: (c, s) => c.movePost(s, post, 'restore'), gives: { status: 'draft' } },
  { captures: '048', call: (c, s) => c.deletePost(s, post), gives: undefined },
  {
    captures: '050',
    call: (c, s) => c.listComments(s, { statuses: ['pending'] }),
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
    call: (c, s) => c.listComments(s, { statuses: ['approved'] }),
    gives: list({ id: 2, authorUrl: 'https://v1.example', postTitle: 'Bs\\t' }),
  },
  {
    captures: '051 052 053 054 055 056 058',
    call: (c, s) => c.moderateComment(s, { id: 19 }, 'approve'),
    gives: undefined,
  },
  { captures: '057', call: (c, s) => c.moderateComments(s, [17, 18], 'approve'), gives: { tried: 2 } },
  {
    captures: '060',
    call: (c, s) =>
      c.createUser(s, { login: 'fleet-user', email: 'fleet-user@example.com', password: 'x', role: 'author' }),
    gives: { id: 509 },
  },
  {
    captures: '061',
    call: (c, s) => c.listUsers(s, ['author']),
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
  { captures: '062', call: (c, s) => c.changeRole(s, 509, 'editor'), gives: undefined },
  { captures: '063', call: (c, s) => c.deleteUser(s, 509), gives: undefined },
  {
    captures: '064',
    call: (c, s) => c.listUsers(s, ['editor']),
    gives: list({ login: 'ed', registeredAt: new Date('2026-11-15T01:21:01Z') }),
  },
  {
    captures: '071',
    call: (c, s) => c.readSite(s, { parts: ['changes'] }),
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
        // The row about our own registration has a part of its token and is not stored.
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
    call: (c, s) => c.readSite(s, { parts: ['changes'] }),
    gives: { changes: { actions: [], log: [], more: false } },
  },
  {
    captures: '073',
    call: (c, s) => c.readSecurity(s),
    gives: { issues: 3, checks: list({ name: 'sslprotocol', state: 'issue' }) },
  },
  { captures: '074', call: (c, s) => c.endSessions(s), gives: undefined },
  { captures: '075', call: (c, s) => c.checkAbandoned(s, 'theme'), gives: [] },
  {
    captures: '076 083',
    call: byToken,
    gives: { token: `${'a'.repeat(40)}-${'b'.repeat(40)}`, snapshot: { connectorVersion: '6.1' } },
  },
  { captures: '079', call: byToken, fails: ['svc_registration_refused', 'reconnect_failed'] },
  { captures: '080', call: (c, s) => c.disconnect(s), gives: undefined },
  { captures: '081', call: (c, s) => c.readSite(s, { parts: [] }), fails: ['svc_key_refused'] },
  {
    captures: '084',
    call: (c, s) => c.readSite(s, { parts: [] }),
    gives: { problems: [], pluginUpdates: [], recentComments: list({ id: 18 }) },
  },
]
