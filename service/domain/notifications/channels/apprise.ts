import { z } from 'zod'
import { toneOf } from './channel-message.ts'
import { answerJson, ChannelError, defineChannel, requireSuccess } from './channel-service.ts'
import { fitLines, toOneLine, withoutLinks } from './channel-text.ts'
import { hostOf, WebhookAddress } from './target-fields.ts'

// Services behind Apprise differ; most take this much without cutting.
const maxBody = 2_000

const types = { critical: 'failure', warning: 'warning', info: 'info', good: 'success' }

/** Apprise API, for all other services: `/notify/{key}` with a stored configuration, or `/notify` with `urls`. */
export const apprise = defineChannel({
  target: z.strictObject({
    url: WebhookAddress.describe('Such as http://apprise.example:8000/notify/flotilla.'),
    urls: z
      .string()
      .regex(/^[^\s\p{Cc}]{1,2000}$/u, 'must be addresses of services without spaces, separated by commas')
      .optional()
      .describe('Addresses of services, if the URL has no key.'),
    tag: z
      .string()
      .regex(/^[\w, -]{1,100}$/, 'may have letters, digits, commas and spaces')
      .optional(),
  }),
  describe: ({ url }) => hostOf(url),
  build(message, { url, urls, tag }) {
    const lines = fitLines(message.lines.map(withoutLinks), maxBody)
    const title = withoutLinks(message.title)
    const link = message.link === null ? [] : [message.link]
    return {
      url,
      body: {
        title,
        body: [...(lines.length > 0 ? lines : [title]), ...link].join('\n'),
        type: types[toneOf(message)],
        format: 'text',
        ...(urls !== undefined && { urls }),
        ...(tag !== undefined && { tag }),
      },
    }
  },
  check(answer) {
    const { error } = answerJson(answer)
    const reason = typeof error === 'string' ? toOneLine(error, 300) : undefined
    if (answer.status === 204)
      throw new ChannelError('Apprise has no configuration under this key, so it sent nothing.', { permanent: true })
    // At least one service behind Apprise did not take it; others may have.
    if (answer.status === 424)
      throw new ChannelError(`Apprise answered 424: ${reason ?? 'a service did not accept the message'}`, {
        permanent: true,
      })
    requireSuccess(answer, 'Apprise', reason)
  },
})
