import { Link } from '@tanstack/react-router'
import { SiteLink } from '../fleet/site-link.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { type ContentKind, type ContentRow, contentStatuses } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

const tones: Record<string, Tone> = { publish: 'good', pending: 'warn', future: 'note', trash: 'bad' }

export function ContentStatus({ status }: { status: string }) {
  const label = contentStatuses.find(({ value }) => value === status)?.label ?? status
  return (
    <Badge tone={tones[status] ?? 'still'} dot>
      {label}
    </Badge>
  )
}

/** Sort functions of the columns; all rows are in the browser. */
export const contentSorts: Readonly<Record<string, (row: ContentRow) => string | number | null>> = {
  title: ({ title }) => title.toLowerCase(),
  site: ({ website_name }) => website_name.toLowerCase(),
  status: ({ status }) => status,
  author: ({ author }) => author.toLowerCase(),
  comments: ({ comment_count }) => comment_count,
  changed: ({ dts }) => dts,
}

export const contentColumns = ({ noun }: ContentKind): readonly Column<ContentRow>[] => [
  {
    key: 'title',
    title: noun === 'post' ? postsTexts.post : postsTexts.page,
    primary: true,
    sort: 'title',
    cell: ({ id, title, website_id, post_type }) => (
      <Link
        to="/posts/$siteId/$postId"
        params={{ siteId: String(website_id), postId: String(id) }}
        search={post_type === 'post' ? {} : { kind: post_type }}
        className="row-name"
      >
        {title || postsTexts.noTitle}
      </Link>
    ),
  },
  {
    key: 'site',
    title: postsTexts.site,
    sort: 'site',
    wide: true,
    widthPercent: 20,
    cell: ({ website_id, website_name, website_url }) => (
      <SiteLink id={website_id} name={website_name} url={website_url} tab="posts" />
    ),
  },
  {
    key: 'status',
    title: postsTexts.status,
    wide: true,
    sort: 'status',
    cell: ({ status }) => <ContentStatus status={status} />,
  },
  {
    key: 'author',
    title: postsTexts.author,
    sort: 'author',
    cell: ({ author }) => author,
    blank: ({ author }) => author === '',
  },
  ...(noun === 'post'
    ? [
        {
          key: 'categories',
          title: postsTexts.categories,
          wide: true,
          widthPercent: 12,
          from: 1180,
          cell: ({ post_category }: ContentRow) => post_category,
          blank: ({ post_category }: ContentRow) => post_category === '',
        },
        {
          key: 'tags',
          title: postsTexts.tags,
          wide: true,
          optional: true,
          cell: ({ post_tags }: ContentRow) => post_tags,
          blank: ({ post_tags }: ContentRow) => post_tags === '',
        },
      ]
    : []),
  {
    key: 'comments',
    title: postsTexts.comments,
    sort: 'comments',
    number: true,
    optional: true,
    cell: ({ comment_count }) => comment_count,
  },
  {
    key: 'changed',
    title: postsTexts.changed,
    sort: 'changed',
    cell: ({ dts }) => <RelativeTime at={dts} never="–" />,
  },
]
