import { map, spacedTime, text, zeroOrOne } from './values.ts'
import type { RouteView, ViewContext, Views } from './view.ts'

type BySite<Item> = { by_site: Record<string, Item[]> }

const bySite = <Item>({ by_site }: BySite<Item>, show: (item: Item) => unknown) =>
  map(Object.entries(by_site).map(([url, items]) => [url, items.map(show)]))

interface ListedPost {
  id: number
  website_id: number
  post_type: string
  status: string
  title: string
  comment_count: number
  author: string
  author_email: string
  post_category: string
  post_tags: string
  dts: string | null
}

const showListedPage = (page: ListedPost) => ({
  id: page.id,
  website_id: page.website_id,
  post_type: page.post_type,
  status: page.status,
  title: page.title,
  comment_count: text(page.comment_count),
  author: page.author,
  dts: spacedTime(page.dts),
  authorEmail: page.author_email,
})

const showListedPost = (post: ListedPost) => ({
  id: post.id,
  website_id: post.website_id,
  post_type: post.post_type,
  status: post.status,
  title: post.title,
  comment_count: text(post.comment_count),
  author: post.author,
  post_category: post.post_category,
  post_tags: post.post_tags,
  dts: spacedTime(post.dts),
})

interface Post {
  post_category: string
  post_tags: string
  ping_status: string
  comment_status: string
  post_excerpt: string
  post_name: string
  post_date: string | null
  post_date_gmt: string | null
  post_status: string
  post_content: string
  post_title: string
  is_sticky: boolean
  post_custom: Record<string, string[]>
  post_gallery_images: unknown[]
  post_featured_image: string
}

/** The folders of the site's server are never sent. */
const noFolders = { path: '', url: '', subdir: '', basedir: '', baseurl: '', error: false }

const showPost = (post: Post) => ({
  post_category: post.post_category,
  post_tags: post.post_tags,
  // Never read from the site.
  post_password: '',
  ping_status: post.ping_status,
  comment_status: post.comment_status,
  post_excerpt: post.post_excerpt,
  post_name: post.post_name,
  post_date_gmt: spacedTime(post.post_date_gmt),
  post_date: spacedTime(post.post_date),
  post_status: post.post_status,
  post_content: post.post_content,
  post_title: post.post_title,
  is_sticky: zeroOrOne(post.is_sticky),
  upload_dir: noFolders,
  post_custom: map(Object.entries(post.post_custom)),
  post_gallery_images: post.post_gallery_images,
  post_featured_image: post.post_featured_image,
})

const done: RouteView = { body: (_: unknown, { own }: ViewContext) => ({ success: 1, message: own.message }) }

const viewsOfKind = (plural: 'posts' | 'pages', showListed: (item: ListedPost) => unknown): Views => {
  const one = `/${plural}/{id_or_domain}/{${plural.slice(0, -1)}_id}`
  return {
    [`GET /${plural}`]: {
      body: (output: BySite<ListedPost>, { own }: ViewContext) => ({
        success: own.success,
        message: own.message,
        data: bySite(output, showListed),
      }),
    },
    [`GET ${one}`]: {
      body: (post: Post, { own }: ViewContext) => ({ success: 1, message: own.message, data: showPost(post) }),
    },
    [`PUT|PATCH ${one}/update-status`]: done,
    [`PUT|PATCH ${one}/edit`]: done,
    [`POST /${plural}/{id_or_domain}/create`]: {
      body: ({ post_id, link }: { post_id: number; link: string }, { own }: ViewContext) => ({
        success: 1,
        message: own.message,
        data: { post_id, link },
      }),
    },
    [`DELETE ${one}/delete`]: done,
  }
}

interface SiteUser {
  id: number
  website_id: number
  username: string
  name: string
  email: string
  role: string
  posts: number
}

const showUser = (user: SiteUser) => ({
  id: user.id,
  website_id: user.website_id,
  username: user.username,
  name: user.name,
  email: user.email,
  role: user.role,
  posts: text(user.posts),
})

export const contentViews: Views = {
  ...viewsOfKind('posts', showListedPost),
  ...viewsOfKind('pages', showListedPage),
  'GET /users': {
    body: (output: BySite<SiteUser>, { own }: ViewContext) => ({
      success: own.success,
      ...(own.success === 0 && { message: own.message }),
      data: bySite(output, showUser),
    }),
  },
}
