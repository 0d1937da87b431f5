import { type Plugin, type Random, randomFrom, type Site } from '../../../simulator/index.ts'
import type { DemoSite } from './scene.ts'

/** Plugins that were behind when the site came to the agency and have been updated since, by their file. */
export type Backlog = ReadonlyMap<DemoSite, readonly string[]>

const visitors = [
  ['Marta Olsen', 'Do you also open on the holiday next week?', 'unapproved'],
  ['Jonas P.', 'We were very happy with your work, thank you!', 'unapproved'],
  ['Rank Booster', 'Buy 10,000 backlinks today, best price http://links.invalid/', 'spam'],
  ['Priya', 'Is there parking nearby?', 'approved'],
  ['crypto_wins_88', 'I made 4,000 a week from home, ask me how', 'spam'],
] as const

/** Gives a site what makes it worth looking at, before Flotilla meets it. */
export function prepareSite({ site, role }: DemoSite, now: Date): readonly string[] {
  const random = randomFrom('demo', site.url.startsWith('https') ? site.hostname : site.index)
  const insecure = role === 'insecure'
  site.settings.fixed = { db_reporting: !insecure, php_reporting: !insecure }
  site.phpVersion = insecure ? '7.4.33' : random.pick(['8.3.14', '8.2.26', '8.3.14', '8.4.1'])
  if (insecure) Object.assign(site.core, { installed: '6.5.7', offered: '6.9' })
  if (role === 'well' && site.index % 4 === 3) catchUp(site)
  site.frontPage = { delay: random.between(15, 220) }
  writeOnSite(site, random, Math.floor(now.getTime() / 1000))
  return fallBehind(site.plugins, random)
}

function writeOnSite(site: Site, random: Random, now: number): void {
  const posts = site.posts.filter(({ type, status }) => type === 'post' && status === 'publish')
  const post = posts.at(-1)
  if (!post) return
  const [topic] = site.business.trade.topics
  const written = now - random.between(1, 5) * 86_400
  const id = site.nextId()
  const fresh = { ...post, id, title: `${topic}: what is new`, created: written, modified: written }
  site.posts = [...site.posts, { ...fresh, published: written }]
  if (random.chance(0.4)) {
    const draft = { ...fresh, id: site.nextId(), title: 'Opening hours over the holidays', status: 'pending' }
    site.posts = [...site.posts, { ...draft, published: null }]
  }
  const comments = Array.from({ length: random.between(1, 3) }, () => {
    const [author, content, status] = random.pick(visitors)
    const email = `${author.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`
    const who = { author, email, url: '', ip: `203.0.113.${random.between(1, 250)}` }
    return { id: site.nextId(), postId: id, ...who, content, written: written + random.between(600, 80_000), status }
  })
  site.comments = [...site.comments, ...comments]
}

/** Somebody looks after this one well. */
function catchUp(site: Site): void {
  for (const item of [...site.plugins, ...site.themes]) {
    item.version = item.offer?.version ?? item.version
    item.offer = null
  }
  site.translations = []
  Object.assign(site.core, { installed: site.core.offered ?? site.core.installed, offered: null })
}

/** Some that are up to date go one release back, so that there is something to have updated. */
function fallBehind(plugins: readonly Plugin[], random: Random): string[] {
  const current = plugins.filter(({ entry, offer }) => !offer && !entry.mustUse && entry.versions.length > 1)
  return current.slice(0, random.between(2, 4)).map((plugin) => {
    plugin.offer = { version: plugin.version }
    plugin.version = plugin.entry.versions[1]!
    return plugin.entry.file
  })
}
