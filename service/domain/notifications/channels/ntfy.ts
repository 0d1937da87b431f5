import { z } from 'zod'
import { toneOf } from './channel-message.ts'
import { answerJson, defineChannel, requireSuccess } from './channel-service.ts'
import { byteLength, fitLines, shortenTo, toOneLine, withoutLinks } from './channel-text.ts'
import { hostOf, ServerAddress } from './target-fields.ts'

// A longer message becomes an attached file.
const maxMessageBytes = 4_096
const maxTitle = 200

const priorities = { critical: 5, warning: 4, info: 3, good: 3 }
const tags = { critical: 'rotating_light', warning: 'warning', info: 'information_source', good: 'white_check_mark' }

/** ntfy, published as JSON to the server. Everything is in the body: a header could not hold every title. */
export const ntfy = defineChannel({
  target: z.strictObject({
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'may have letters, digits, - and _, at most 64'),
    server: ServerAddress.default('https://ntfy.sh'),
    token: z
      .string()
      .regex(/^[\w.~+/=-]{1,200}$/, 'must be an access token without spaces')
      .optional()
      .describe('An access token, if the topic is protected.'),
  }),
  describe: ({ server, topic }) => `${hostOf(server)}, topic ${topic.slice(0, 3)}…`,
  build(message, { server, topic, token }) {
    const tone = toneOf(message)
    const lines = fitLines(message.lines.map(withoutLinks), maxMessageBytes, byteLength)
    return {
      url: `${server}/`,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      body: {
        topic,
        title: shortenTo(withoutLinks(message.title), maxTitle),
        // An empty message would be shown as "triggered".
        message: lines.length > 0 ? lines.join('\n') : withoutLinks(message.title),
        priority: priorities[tone],
        tags: [tags[tone]],
        ...(message.link !== null && { click: message.link }),
      },
    }
  },
  check(answer) {
    const { error } = answerJson(answer)
    requireSuccess(answer, 'ntfy', typeof error === 'string' ? toOneLine(error, 300) : undefined)
  },
})
