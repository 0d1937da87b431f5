import { type Plugin, type Random, randomFrom, type Site } from '../../../simulator/index.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import type { DemoSite } from './demo-context.ts'

/** Files of plugins that are updated during the history, by site. */
export type Backlog = ReadonlyMap<DemoSite, readonly string[]>

const visitors = [
  ['Marta Olsen', 'Do you also open on the holiday next week?', 'unapproved'],
  ['Jonas P.', 'We were very happy with your work, thank you!', 'unapproved'],
  ['Rank Booster', 'Buy 10,000 backlinks today, best price http://links.invalid/', 'spam'],
  ['Priya', 'Is there parking nearby?', 'approved'],
  ['crypto_wins_88', 'I made 4,000 a week from home, ask me how', 'spam'],
] as const

/** Adds content and outdated plugins to a site before it is connected. */
export function prepareSite({ site, role }: DemoSite, now: Date): readonly string[] {
  const random = randomFrom('demo', site.url.startsWith('https') ? site.hostname : site.index)
  const isInsecure = role === 'insecure'
  site.settings.fixed = { db_reporting: !isInsecure, php_reporting: !isInsecure }
  site.phpVersion = isInsecure ? '7.4.33' : random.pick(['8.3.14', '8.2.26', '8.3.14', '8.4.1'])
  if (isInsecure) Object.assign(site.core, { installed: '6.5.7', offered: '6.9' })
  if (role === 'well' && site.index % 4 === 3) installAllUpdates(site)
  site.frontPage = { delay: random.between(15, 220) }
  addContent(site, random, unixSeconds(now))
  return downgradeSome(site.plugins, random)
}

function addContent(site: Site, random: Random, now: number): void {
  const posts = site.posts.filter(({ type, status }) => type === 'post' && status === 'publish')
  const post = posts.at(-1)
  if (!post) return
  const [topic] = site.business.trade.topics
  const writtenAt = now - random.between(1, 5) * 86_400
  const id = site.nextId()
  const fresh = { ...post, id, title: `${topic}: what is new`, created: writtenAt, modified: writtenAt }
  site.posts = [...site.posts, { ...fresh, published: writtenAt }]
  if (random.chance(0.4)) {
    const draft = { ...fresh, id: site.nextId(), title: 'Opening hours over the holidays', status: 'pending' }
    site.posts = [...site.posts, { ...draft, published: null }]
  }
  const comments = Array.from({ length: random.between(1, 3) }, () => {
    const [author, content, status] = random.pick(visitors)
    const email = `${author.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`
    const sender = { author, email, url: '', ip: `203.0.113.${random.between(1, 250)}` }
    return {
      id: site.nextId(),
      postId: id,
      ...sender,
      content,
      written: writtenAt + random.between(600, 80_000),
      status,
    }
  })
  site.comments = [...site.comments, ...comments]
}

/** Installs all available updates. */
function installAllUpdates(site: Site): void {
  for (const item of [...site.plugins, ...site.themes]) {
    item.version = item.offer?.version ?? item.version
    item.offer = null
  }
  site.translations = []
  Object.assign(site.core, { installed: site.core.offered ?? site.core.installed, offered: null })
}

/** Downgrades some plugins by one release, so that the history has updates to install. */
function downgradeSome(plugins: readonly Plugin[], random: Random): string[] {
  const current = plugins.filter(({ entry, offer }) => !offer && !entry.mustUse && entry.versions.length > 1)
  return current.slice(0, random.between(2, 4)).map((plugin) => {
    plugin.offer = { version: plugin.version }
    plugin.version = plugin.entry.versions[1] ?? plugin.version
    return plugin.entry.file
  })
}
