import { z } from 'zod'
import { linkText, toneOf } from './channel-message.ts'
import { answerJson, ChannelError, defineChannel, requireSuccess, retryAfterOf } from './channel-service.ts'
import { fitLines, toOneLine } from './channel-text.ts'
import { hostOf, WebhookAddress } from './target-fields.ts'

// Limits of an embed.
const maxTitle = 256
const maxDescription = 4_096

const colors = { critical: 0xd92d20, warning: 0xe8a317, info: 0x2e6fdb, good: 0x2a9d5c }

/** A backslash makes every sign of Markdown literal; before a colon it stops addresses from becoming links. */
const escapeText = (text: string) => text.replace(/[\\*_~`|<>[\]()#@:.-]/g, '\\$&')

/** The longest beginning whose escaped form fits. */
function escapeTitle(title: string): string {
  let escaped = ''
  for (const sign of title) {
    const next = escapeText(sign)
    if (escaped.length + next.length > maxTitle - 1) return `${escaped}…`
    escaped += next
  }
  return escaped
}

/** Discord webhook: one embed, whose text is Markdown, with all mentions switched off. */
export const discord = defineChannel({
  target: z.strictObject({ url: WebhookAddress }),
  describe: ({ url }) => hostOf(url),
  build(message, { url }) {
    const link = message.link === null ? '' : `\n[${linkText}](${message.link})`
    const lines = fitLines(message.lines.map(escapeText), maxDescription - link.length)
    return {
      url,
      body: {
        embeds: [
          {
            title: escapeTitle(message.title),
            description: `${lines.join('\n')}${link}`,
            color: colors[toneOf(message)],
            timestamp: message.happenedAt,
          },
        ],
        allowed_mentions: { parse: [] },
      },
    }
  },
  check(answer) {
    const { message, retry_after } = answerJson(answer)
    const reason = typeof message === 'string' ? toOneLine(message, 300) : undefined
    if (answer.status === 429) {
      // Seconds with decimals; the header is rounded.
      const retryAfterMs =
        typeof retry_after === 'number' && retry_after > 0 ? retry_after * 1000 : retryAfterOf(answer)
      throw new ChannelError(`Discord answered 429: ${reason ?? 'too many messages'}`, {
        permanent: false,
        retryAfterMs,
      })
    }
    requireSuccess(answer, 'Discord', reason)
  },
})
