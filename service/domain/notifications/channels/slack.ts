import { z } from 'zod'
import { linkText, toneOf } from './channel-message.ts'
import { defineChannel, requireSuccess } from './channel-service.ts'
import { fitLines, shortenTo } from './channel-text.ts'
import { hostOf, WebhookAddress } from './target-fields.ts'

// Limits of Block Kit and of the fallback text.
const maxHeader = 150
const maxText = 3_000

const symbols = { critical: '🔴', warning: '🟠', info: '🔵', good: '🟢' }

/** In fallback text these three begin and end links, mentions and commands. */
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Slack incoming webhook. Elements of the type `text` in a rich_text block are literal: no markup, mention or link is read from
 * them. The fallback text, which notifications show, is escaped.
 */
export const slack = defineChannel({
  target: z.strictObject({ url: WebhookAddress }),
  describe: ({ url }) => hostOf(url),
  build(message, { url }) {
    const title = `${symbols[toneOf(message)]} ${message.title}`
    const lines = fitLines(message.lines, maxText)
    const section = (elements: object[]) => ({ type: 'rich_text_section', elements })
    const sections = [
      ...(lines.length > 0 ? [section([{ type: 'text', text: lines.join('\n') }])] : []),
      ...(message.link === null ? [] : [section([{ type: 'link', url: message.link, text: linkText }])]),
    ]
    return {
      url,
      body: {
        text: escapeText(shortenTo(title, 400)),
        unfurl_links: false,
        unfurl_media: false,
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: shortenTo(title, maxHeader), emoji: false } },
          ...(sections.length > 0 ? [{ type: 'rich_text', elements: sections }] : []),
        ],
      },
    }
  },
  check: (answer) => requireSuccess(answer, 'Slack'),
})
