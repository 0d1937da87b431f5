import { z } from 'zod'
import { linkText, toneOf } from './channel-message.ts'
import { answerJson, ChannelError, defineChannel, requireSuccess } from './channel-service.ts'
import { fitLines, toOneLine } from './channel-text.ts'
import { ServerAddress } from './target-fields.ts'

// After the entities are read, in UTF-16 units.
const maxText = 4_096

const symbols = { critical: '🔴', warning: '🟠', info: '🔵', good: '🟢' }

/**
 * Telegram bot. Text is sent without parse_mode, so no markup is read from it. Telegram would still make links of addresses,
 * mentions and commands; inside a `pre` entity it does not, so all text of the message is in one.
 */
export const telegram = defineChannel({
  target: z.strictObject({
    token: z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, 'must be the token that @BotFather gave, such as 123456:ABC…'),
    chat_id: z.string().regex(/^(-?\d{1,20}|@\w{4,40})$/, 'must be the number of a chat or @channelname'),
    server: ServerAddress.default('https://api.telegram.org').describe('Another Bot API server.'),
  }),
  describe: ({ chat_id }) => `Chat ${chat_id}`,
  build(message, { token, chat_id, server }) {
    const title = `${symbols[toneOf(message)]} ${message.title}`
    const lines = fitLines(message.lines, maxText - title.length - linkText.length - 4)
    const text = [title, ...lines].join('\n')
    const isLinked = message.link !== null
    return {
      url: `${server}/bot${token}/sendMessage`,
      body: {
        chat_id,
        text: isLinked ? `${text}\n${linkText}` : text,
        entities: [
          { type: 'pre', offset: 0, length: text.length },
          ...(isLinked
            ? [{ type: 'text_link', offset: text.length + 1, length: linkText.length, url: message.link }]
            : []),
        ],
        link_preview_options: { is_disabled: true },
        disable_notification: message.severity === 'info' || message.resolved,
      },
    }
  },
  check(answer) {
    const { ok, description, parameters } = answerJson(answer)
    const reason = typeof description === 'string' ? toOneLine(description, 300) : undefined
    if (answer.status === 429) {
      // Telegram answers the pause in the body.
      const seconds = (parameters as { retry_after?: unknown } | undefined)?.retry_after
      const retryAfterMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined
      throw new ChannelError(`Telegram answered 429: ${reason ?? 'too many messages'}`, {
        permanent: false,
        retryAfterMs,
      })
    }
    requireSuccess(answer, 'Telegram', reason)
    if (ok !== true) throw new ChannelError('Telegram did not confirm the message.', { permanent: false })
  },
})
