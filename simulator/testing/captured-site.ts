import { readFileSync } from 'node:fs'
import { connector } from '../catalogue/software.ts'
import type { Comment, CommentStatus, Post } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import type { Loose } from './dashboard.ts'

/** The reply of the live site to call number n, e.g. `capture('019-stats')`. */
export const capture = (name: string): Loose =>
  JSON.parse(readFileSync(new URL(`../captures/${name}.json`, import.meta.url), 'utf8'))

const letters = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

/** Gives a simulated site the contents that the captured one had. */
export function loadCapturedContents(site: Site): void {
  const seen = capture('019-stats')
  site.plugins = [
    { entry: { ...connector, description: seen.plugins[5].description }, version: '6.1', active: true, offer: null },
  ]
  for (const { slug, name, version, active, description } of seen.plugins) {
    if (slug === connector.file) continue
    const update = seen.plugin_updates[slug]?.update
    site.addPlugin({
      file: slug,
      name,
      version,
      description,
      active: active === 1,
      author: 'Fleet',
      offer: update ? { version: update.new_version, details: { url: update.url, package: update.package } } : null,
    })
  }
  addHello(site)
  site.themes = []
  for (const { slug, name, version, description } of seen.themes) {
    const update = seen.theme_updates[slug]?.update
    const offer = update ? { version: update.new_version, details: { url: update.url, package: update.package } } : null
    site.addTheme({ slug, name, version, description, offer })
  }
  site.activeTheme = 'twentytwentyfive'
  site.translations = seen.translation_updates
  site.core.installed = '6.8.99'
  site.core.offered = null
  site.phpVersion = '8.2.35'
  site.timezone = { timezone_string: 'UTC', gmt_offset: 0 }
  site.categories = seen.categories_list.map(({ term_id: id, name, slug }: Loose) => ({ id, name, slug }))
  site.users = seen.users.map((user: Loose) => ({
    id: user.id,
    login: user.login,
    email: user.email,
    displayName: user.display_name,
    role: user.role,
    registered: Date.parse(`${user.registered}Z`) / 1000,
    passwordChanged: user.last_password_change ?? undefined,
  }))
  site.posts = [...seen.recent_posts, ...seen.recent_pages].map(postOf)
  site.comments = seen.recent_comments.map(commentOf)
  site.events = []
  site.actions = []
}

export function addHello(site: Site): void {
  const { name, version, description } = capture('019-stats').plugins[4]
  const uri = 'http://wordpress.org/plugins/hello-dolly/'
  site.addPlugin({ file: 'hello.php', name, version, description, active: false, author: 'Matt Mullenweg', uri })
}

export function addSpare(site: Site): void {
  const file = 'fleet-spare/fleet-spare.php'
  site.addPlugin({ file, name: 'Fleet Spare', version: '2.0.0', description: 'Fixture.', active: false })
}

const postOf = (item: Loose): Post => ({
  id: item.id,
  type: item.post_type,
  status: item.status,
  title: item.title,
  content: '',
  authorId: 1,
  published: item.status === 'draft' ? null : item.dts,
  created: item.dts,
  modified: item.status === 'future' ? 1_794_706_138 : item.dts,
  categories: item.categories === '' ? [] : item.categories.split(', '),
  tags: [],
})

const commentOf = (item: Loose): Comment => ({
  id: Number(item.id),
  postId: Number(item.postId),
  author: item.author,
  email: letters(item.author_email),
  url: item.author_url,
  ip: item.author_ip,
  content: item.content,
  written: item.dts,
  status: item.status as CommentStatus,
})
