import type { ReleaseOptions } from './release-options.ts'
import { judgePage, readPage } from './visitors.ts'

/** A signed-in person of the site, with its cookies. */
export async function signInToSite(
  { url, user, password }: ReleaseOptions['site'],
  name = user,
): Promise<string | null> {
  const body = new URLSearchParams({ log: name, pwd: password, 'wp-submit': 'Log In', testcookie: '1' }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: 'wordpress_test_cookie=WP%20Cookie%20check',
  }
  const cookies: string[] = []
  const page = await readPage(new URL('wp-login.php', url).href, {
    method: 'POST',
    headers,
    body,
    timeoutMs: 20_000,
    cookies,
  })
  return page?.status === 302 && cookies.length > 0 ? cookies.join('; ') : null
}

/** What is broken on the site, for all people: nothing is left out because a check of Flotilla does not see it. */
export async function inspectSite(site: ReleaseOptions['site'], cookie: string | null): Promise<string[]> {
  const found: string[] = []
  const read = (path: string, options = {}) => readPage(new URL(path, site.url).href, { timeoutMs: 20_000, ...options })
  for (const [path, name] of [
    ['', 'home page'],
    ['wp-login.php', 'log-in page'],
  ] as const) {
    const state = judgePage(await read(path))
    if (state !== 'ok') found.push(`${name}: ${state}`)
  }
  const expectPage = async (
    name: string,
    path: string,
    isFine: (status: number, body: string) => boolean,
    options = {},
  ) => {
    const page = await read(path, options)
    if (!page || !isFine(page.status, page.body)) found.push(`${name}: ${page?.status ?? 'no answer'}`)
  }
  await expectPage('REST', 'wp-json/', (status, body) => status === 200 && body.startsWith('{'))
  await expectPage('administration (ajax)', 'wp-admin/admin-ajax.php', (status, body) => status === 400 && body === '0')
  await expectPage('cron', 'wp-cron.php?doing_wp_cron', (status) => status === 200)
  await expectPage(
    'style sheet',
    'wp-content/plugins/flotilla-live/style.css',
    (status, body) => status === 200 && body.startsWith('.'),
  )
  if (cookie !== null)
    await expectPage(
      'screen of the administration',
      'wp-admin/index.php',
      (status, body) => status === 200 && body.includes('adminmenu'),
      {
        headers: { cookie },
      },
    )
  return found
}
