import { randomBytes } from 'node:crypto'
import type { PostDraft } from '../parts/post-text.ts'
import type { CommentStatus } from '../snapshot/content.ts'
import { expect, expectRefusal, type Live, Skipped, type Step } from './suite.ts'

const text = 'Back\\slash, "quotes", \'apostrophes\', 100% + <b>ünï</b> 🎉'
const named = () => `Flotilla test ${randomBytes(4).toString('hex')} C:\\dir & "co"`

/** Runs with a post of our own and always deletes it. */
async function withPost<Seen>(
  { connector, site }: Live,
  draft: PostDraft,
  work: (post: { id: number; type: string }) => Promise<Seen>,
): Promise<Seen> {
  const { id } = await connector.createPost(site, draft)
  const post = { id, type: draft.type }
  try {
    return await work(post)
  } finally {
    await connector.deletePost(site, post)
    await expectRefusal(connector.deletePost(site, post), 'svc_not_found_on_site')
  }
}

export const contentSteps: Step[] = [
  {
    name: 'a draft: create, read, edit, delete',
    async run(live) {
      const { connector, site } = live
      const title = named()
      const draft = {
        type: 'post',
        status: 'draft',
        title,
        content: text,
        tags: ['fifty 50%', 'b'],
        excerpt: 'x\\y',
      } as const
      return withPost(live, draft, async (post) => {
        const read = await connector.getPost(site, post)
        expect(read.title === title, `the title became ${read.title}`)
        expect(read.content === text, `the text became ${read.content}`)
        expect(read.excerpt === 'x\\y', `the excerpt became ${read.excerpt}`)
        expect([...read.tags].sort().join() === 'b,fifty 50%', `the tags became ${read.tags.join()}`)
        await connector.editPost(site, post, { title: 'Flotilla \\ edited' })
        const edited = await connector.getPost(site, post)
        expect(edited.title === 'Flotilla \\ edited' && edited.content === text, 'the edit did not keep the rest')
        expect((await connector.movePost(site, post, 'trash')).status === 'trash', 'it was not moved to the trash')
        expect((await connector.movePost(site, post, 'restore')).status === 'draft', 'it did not come back as a draft')
        return `post ${post.id}`
      })
    },
  },
  {
    name: 'a page: publish, unpublish, rewrite, custom fields',
    changes: true,
    async run(live) {
      const { connector, site } = live
      const draft = { type: 'page', status: 'draft', title: named(), content: text } as const
      return withPost(live, draft, async (page) => {
        expect((await connector.movePost(site, page, 'publish')).status === 'publish', 'it was not published')
        const listed = await connector.listPosts(site, { type: 'page', statuses: ['publish'], postId: page.id })
        expect(listed[0]?.id === page.id, 'it is not among the published pages')
        expect((await connector.movePost(site, page, 'unpublish')).status === 'draft', 'it was not unpublished')
        await connector.setCustomFields(site, page, { flotilla_note: 'a\\b "c" é' })
        const noted = await connector.getPost(site, page)
        expect(
          noted.custom.flotilla_note?.[0] === 'a\\b "c" é',
          `the custom field became ${noted.custom.flotilla_note?.[0]}`,
        )
        await connector.rewritePost(site, page, { ...draft, title: 'Flotilla rewritten', content: 'new' })
        const { title, content } = await connector.getPost(site, page)
        expect(title === 'Flotilla rewritten' && content === 'new', `it became ${title}: ${content}`)
        return `page ${page.id}`
      })
    },
  },
  {
    name: 'a scheduled post with category and password',
    changes: true,
    async run(live) {
      const { connector, site } = live
      const date = `${new Date().getUTCFullYear() + 1}-01-02 03:04:05`
      const draft: PostDraft = {
        type: 'post',
        status: 'future',
        title: named(),
        content: text,
        date,
        categories: ['Uncategorized'],
        password: 'pass word',
        commentsOpen: false,
        slug: 'flotilla-scheduled',
      }
      return withPost(live, draft, async (post) => {
        const read = await connector.getPost(site, post)
        expect(read.status === 'future' && read.date === date, `it became ${read.status} for ${read.date}`)
        expect(read.categories.join() === 'Uncategorized', `the categories became ${read.categories.join()}`)
        expect(read.password === 'pass word', `the password became ${read.password}`)
        expect(!read.commentsOpen && read.slug === 'flotilla-scheduled', `${read.commentsOpen}, ${read.slug}`)
        const later = date.replace('-01-02', '-02-03')
        await connector.rewritePost(site, post, { ...draft, date: later })
        const moved = await connector.getPost(site, post)
        expect(moved.status === 'future' && moved.date === later, `it moved to ${moved.status} for ${moved.date}`)
        await connector.editPost(site, post, { password: '', commentsOpen: true, status: 'pending' })
        const edited = await connector.getPost(site, post)
        expect(
          edited.password === '' && edited.commentsOpen && edited.status === 'pending',
          `the edit gave ${JSON.stringify([edited.password, edited.commentsOpen, edited.status])}`,
        )
        return date
      })
    },
  },
  {
    name: 'a post published in the past, and one timed in UTC',
    changes: true,
    async run(live) {
      const { connector, site } = live
      const past = {
        type: 'post',
        status: 'private',
        title: named(),
        content: text,
        date: '2011-02-03 04:05:06',
      } as const
      await withPost(live, past, async (post) => {
        const { status, date, dateGmt } = await connector.getPost(site, post)
        expect(status === 'private' && date === past.date && dateGmt !== '', `it became ${status} for ${date}`)
      })
      const publishAt = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 3, 4, 5, 6))
      const { date: _, ...draft } = { ...past, status: 'future' as const, publishAt }
      return withPost(live, draft, async (post) => {
        const { status, date, dateGmt } = await connector.getPost(site, post)
        const expected = publishAt.toISOString().slice(0, 19).replace('T', ' ')
        expect(status === 'future' && dateGmt === expected, `it became ${status} for ${dateGmt}`)
        return `${dateGmt} UTC is ${date} there`
      })
    },
  },
  {
    name: 'a comment: through every status and back',
    changes: true,
    async run({ connector, site }) {
      const [comment] = await connector.listComments(site, { statuses: ['approved', 'pending'], limit: 1 })
      if (!comment) throw new Skipped('the site has no comments')
      const { id, postId, status: before } = comment
      const expectStatus = async (expected: CommentStatus) => {
        const all = await connector.listComments(site, { statuses: [expected], limit: 500, ...(postId && { postId }) })
        expect(
          all.some((other) => other.id === id),
          `comment ${id} is not ${expected}`,
        )
      }
      const moderate = async (action: Parameters<typeof connector.moderateComment>[2], expected: CommentStatus) => {
        await connector.moderateComment(site, comment, action)
        await expectStatus(expected)
      }
      await moderate('approve', 'approved')
      await moderate('unapprove', 'pending')
      await moderate('spam', 'spam')
      await moderate('unspam', 'pending')
      await moderate('trash', 'trash')
      await moderate('restore', 'pending')
      const { tried } = await connector.moderateComments(site, [id], before === 'approved' ? 'approve' : 'unapprove')
      expect(tried === 1, `${tried} tried`)
      await expectStatus(before)
      return `comment ${id}, ${before} as before`
    },
  },
]
