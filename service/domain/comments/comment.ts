import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { SiteComment } from '../../platform/connector/snapshot/content.ts'

export const commentStatuses = ['approved', 'pending', 'spam', 'trash'] as const

export const commentFilter = {
  status: z.enum([...commentStatuses, 'all']).default('all'),
  keyword: z.string().max(200).default(''),
  maximum: z.int().min(1).max(500).default(50).describe('Maximum per site, newest first.'),
}

export const Comment = z.object({
  comment_id: z.int(),
  comment_author: z.string(),
  comment_content: z.string(),
  comment_status: z.enum(commentStatuses),
  post_id: z.int().nullable(),
  post_title: z.string(),
  website_id: z.int(),
  website_url: z.string(),
  website_name: z.string(),
  comment_author_email: z.string(),
  comment_author_url: z.string(),
  comment_author_ip: z.string(),
  comment_date: timestamp.nullable(),
})
export type Comment = z.output<typeof Comment>

export const toComment = (comment: SiteComment, site: { id: number; url: string; name: string }): Comment => ({
  comment_id: comment.id,
  comment_author: comment.author,
  comment_content: comment.content,
  comment_status: comment.status,
  post_id: comment.postId,
  post_title: comment.postTitle,
  website_id: site.id,
  website_url: site.url,
  website_name: site.name,
  comment_author_email: comment.authorEmail,
  comment_author_url: comment.authorUrl,
  comment_author_ip: comment.authorIp,
  comment_date: isoTime(comment.writtenAt),
})

export const ModeratedComment = z.object({
  comment_id: z.int(),
  comment_status: z
    .enum([...commentStatuses, 'deleted'])
    .nullable()
    .describe('The status on the site now; null if the comment is too old to be listed by the site.'),
  changed: z.boolean(),
  verified: z.boolean().describe('Whether the change was read back from the site.'),
})
export type ModeratedComment = z.output<typeof ModeratedComment>
