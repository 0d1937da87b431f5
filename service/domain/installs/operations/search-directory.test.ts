import { expect, it } from 'vitest'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound } from '../../../platform/outbound/http-client.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { startRecordingServer } from '../../../testing/recording-server.ts'
import { searchPublicDirectory } from '../search-directory.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

const akismet = {
  slug: 'akismet',
  name: 'Akismet &#8211; Spam protection',
  version: '5.3.1',
  versions: { '5.2': 'https://x/', '5.10': 'https://x/', trunk: 'https://x/', '../..': 'x' },
  author: '<a href="https://automattic.com/">Automattic</a>',
  short_description: 'Checks <b>comments</b>.',
  active_installs: 6_000_000,
  tested: '6.8',
  requires_php: false,
  last_updated: '2026-10-02 9:11am GMT',
  icons: { '1x': 'https://ps.w.org/akismet/assets/icon-128x128.png?rev=2818463' },
}

async function searchAnswer(answer: unknown, status = 200) {
  const server = await startRecordingServer('127.66.0.9', (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  )
  const outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
  const found = searchPublicDirectory(
    { outbound },
    { type: 'plugin', search: 'spam & more' },
    server.url.replace(/\/$/, ''),
  )
  const result = await found.finally(() => outbound.close())
  return { result, request: server.requests[0]!.path }
}

it('reads names, versions and pictures', async () => {
  const { result, request } = await searchAnswer({ plugins: [akismet] })
  expect(request).toContain('request%5Bsearch%5D=spam+%26+more')
  expect(result).toEqual([
    {
      type: 'plugin',
      slug: 'akismet',
      name: 'Akismet – Spam protection',
      version: '5.3.1',
      versions: ['5.10', '5.3.1', '5.2'],
      author: 'Automattic',
      description: expect.stringContaining('comments'),
      active_installs: 6_000_000,
      tested: '6.8',
      requires_php: null,
      last_updated: '2026-10-02',
      picture: 'ps.w.org/akismet/assets/icon-128x128.png',
    },
  ])
})

it('drops what could not be installed, and pictures of other hosts', async () => {
  const { result } = await searchAnswer({
    plugins: [
      { ...akismet, slug: '../akismet' },
      { ...akismet, version: '1/../../x' },
      { ...akismet, name: 5 },
      null,
      { ...akismet, icons: { '1x': 'https://10.0.0.1/x.png' } },
      { ...akismet, icons: { '1x': 'https://ps.w.org/../secret' } },
    ],
  })
  expect(result.map(({ slug, picture }) => [slug, picture])).toEqual([
    ['akismet', null],
    ['akismet', 'ps.w.org/secret'],
  ])
})

it.each([
  [{ plugins: 'none' }, 200],
  [{ error: 'x' }, 200],
  [{ plugins: [] }, 500],
])('says that the directory cannot be read: %j with status %i', async (answer, status) => {
  await expect(searchAnswer(answer, status)).rejects.toMatchObject({ code: 'svc_directory_unavailable' })
})

it('is for callers who may change software', async () => {
  expect((await rest('GET /directory?search=akismet', undefined, fixture.people.viewer.headers)).status).toBe(403)
  expect((await rest('GET /directory?search=a')).status).toBe(400)
})
