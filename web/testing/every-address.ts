import { readFile } from 'node:fs/promises'
import type { SeededDashboard } from './set-up-seeded-dashboard.ts'

const source = (file: string) => readFile(new URL(`../src/${file}`, import.meta.url), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value!)

/** Views of pages with several views. */
const views = [
  ...['sites', 'clients', 'tags', 'ignored', 'history'].map((view) => `/updates?view=${view}`),
  ...['incidents', 'settings'].map((view) => `/monitors?view=${view}`),
  '/maintenance?view=past',
  ...['renewals', 'clients', 'choices'].map((view) => `/costs?view=${view}`),
  ...['buckets', 'clients'].map((view) => `/time-tracker?view=${view}`),
  ...['client=1', 'site=1', 'view=branding'].map((search) => `/reports?${search}`),
  ...['channels', 'messages', 'webhooks'].map((tab) => `/notifications/${tab}`),
  ...['keys', 'roles'].map((tab) => `/access/${tab}`),
  '/sites?attention=updates&tag_id=1&client_id=1',
  ...['upload', 'import', 'compare', 'take-over', 'scripts', 'leave'].map((step) => `/move-in/${step}`),
  '/posts?kind=page',
]

/** Pages about one item; the first existing one is used. */
async function details({ run, service }: SeededDashboard): Promise<string[]> {
  type Items = { items: { type: string; slug: string }[] }
  const first = async (operation: string, input: object) => (await run<Items>(operation, input)).items[0]!
  const slug = (item: { slug: string }) => new URLSearchParams({ slug: item.slug })
  const item = await first('list-update-items', {})
  await run('run-updates', { site_ids_or_domains: [1], types: ['plugins', 'themes'] })
  const { jobs } = await run<{ jobs: { job_id: string }[] }>('list-jobs', { type: 'update' })
  const rollout = await run<{ rollout_id: number }>('create-rollout', { starts_at: '2099-01-01T00:00:00Z' })
  const posts = await run<{ by_site: Record<string, { id: number }[]> }>('list-posts', { websites: [1] })
  const incidents = await run<{ items: { id: number }[] }>('list-fleet-incidents', { status: 'down' })
  const webhook = await run<{ id: number }>('add-webhook-endpoint', { url: 'http://127.0.0.1:9009/hook' })
  const agent = await run<{ token: string }>('add-key', { scopes: ['read', 'write'], for_agent: true })
  const asked = await service.request({
    method: 'POST',
    url: '/api/v2/tags/add',
    headers: { authorization: `Bearer ${agent.token}` },
    payload: { name: 'Asked for' },
  })
  const folder = decodeURIComponent(item.slug).split('/')[0]
  const range = { from_version: '*', from_inclusive: true, to_version: '*', to_inclusive: true }
  const known = { id: 'a', title: 'A weakness', type: item.type, slug: folder, affected_versions: [range] }
  await run('import-vulnerabilities', { feed: JSON.stringify([known]) })
  const vulnerability = await run<{ items: { id: number }[] }>('list-vulnerabilities', {})
  return [
    `/security/vulnerabilities/${vulnerability.items[0]!.id}`,
    `/webhooks/${webhook.id}`,
    `/approvals/${asked.body.data.approval_id}`,
    `/updates/item?type=${item.type}&${slug(item)}`,
    `/updates/run/${jobs[0]!.job_id}`,
    `/jobs/${jobs[0]!.job_id}`,
    `/rollouts/${rollout.rollout_id}`,
    `/plugins/item?${slug(await first('list-inventory', { type: 'plugin' }))}`,
    `/themes/item?${slug(await first('list-inventory', { type: 'theme' }))}`,
    `/incidents/${incidents.items[0]!.id}`,
    `/posts/1/${Object.values(posts.by_site)[0]![0]!.id}`,
  ]
}

export const readRoutes = async (): Promise<string[]> => found(await source('router.tsx'), /page\('([^']+)'/g)

/** A URL for every page, every tab of a site and every view. Throws if a new page has no sample here. */
export async function everyAddress(fixture: SeededDashboard): Promise<string[]> {
  const routes = await readRoutes()
  const tabs = found(await source('sites/site-page.tsx'), /^ {2}(\w+): tab\(/gm).map((tab) => `/sites/1/${tab}`)
  const groups = found(await source('settings/settings-page.tsx'), /^ {2}'?([\w-]+)'?: \{ label/gm)
  if (tabs.length < 2 || groups.length < 2)
    throw new Error('The patterns for tabs or settings no longer match the source files.')
  const named = routes.map((route) => route.replace(/\$(siteId|clientId)/, '1'))
  // Some pages need an item; query parameters are not part of the route.
  const plain = named.filter((path) => !path.includes('$') && !path.endsWith('/item'))
  // The first of each is the default view.
  const inside = [...tabs.slice(1), ...groups.slice(1).map((group) => `/settings/${group}`)]
  const all = [...plain, ...inside, ...views, ...(await details(fixture))]
  const paths = all.map((address) => address.split('?')[0]!)
  for (const route of routes)
    if (!paths.some((path) => isAddressOf(route, path))) throw new Error(`${route} is new: add a URL for it here.`)
  return all
}

/** Whether the path is one of the route: `/sites/1` of `/sites/$siteId`. */
export const isAddressOf = (route: string, path: string): boolean =>
  new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)
