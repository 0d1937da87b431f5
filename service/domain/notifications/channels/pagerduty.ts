import { z } from 'zod'
import { linkText } from './channel-message.ts'
import { answerJson, defineChannel, requireSuccess } from './channel-service.ts'
import { shortenTo, toOneLine, withoutLinks } from './channel-text.ts'
import { ServerAddress } from './target-fields.ts'

const maxSummary = 1_024
const maxDedupKey = 255
const maxDetails = 100

/** PagerDuty Events API v2: a problem triggers an alert, its end resolves the alert with the same key. */
export const pagerduty = defineChannel({
  target: z.strictObject({
    routing_key: z.string().regex(/^[A-Za-z0-9]{32}$/, 'must be the integration key with 32 letters and digits'),
    server: ServerAddress.default('https://events.pagerduty.com').describe(
      'https://events.eu.pagerduty.com in the EU.',
    ),
  }),
  describe: ({ routing_key }) => `Integration key …${routing_key.slice(-4)}`,
  oneProblemPerMessage: true,
  build(message, { routing_key, server }) {
    return {
      url: `${server}/v2/enqueue`,
      body: {
        routing_key,
        event_action: message.resolved ? 'resolve' : 'trigger',
        dedup_key: shortenTo(message.dedupKey, maxDedupKey),
        payload: {
          summary: shortenTo(withoutLinks(message.title), maxSummary),
          source: 'Flotilla',
          severity: message.severity,
          timestamp: message.happenedAt,
          custom_details: { lines: message.lines.slice(0, maxDetails).map(withoutLinks) },
        },
        client: 'Flotilla',
        ...(message.link !== null && {
          client_url: message.link,
          links: [{ href: message.link, text: linkText }],
        }),
      },
    }
  },
  check(answer) {
    const { message, errors } = answerJson(answer)
    const reasons = [message, ...(Array.isArray(errors) ? errors : [])].filter((each) => typeof each === 'string')
    requireSuccess(answer, 'PagerDuty', reasons.length > 0 ? toOneLine(reasons.join('; '), 300) : undefined)
  },
})
