import { z } from 'zod'
import { linkText, toneOf } from './channel-message.ts'
import { defineChannel, requireSuccess } from './channel-service.ts'
import { byteLength, fitLines } from './channel-text.ts'
import { hostOf, WebhookAddress } from './target-fields.ts'

// A message of Teams has at most 28 kB, including the card around the lines.
const maxLineBytes = 16_000

const colors = { critical: 'Attention', warning: 'Warning', info: 'Accent', good: 'Good' }

/**
 * Microsoft Teams, workflow "When a Teams webhook request is received": an adaptive card. A TextRun is literal, while a
 * TextBlock would read Markdown; mentions need `msteams.entities`, which is never sent.
 */
export const teams = defineChannel({
  target: z.strictObject({ url: WebhookAddress }),
  describe: ({ url }) => hostOf(url),
  build(message, { url }) {
    const run = (text: string, more: object = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, ...more }],
    })
    // Each line costs about 60 bytes of JSON around it, and signs that JSON escapes cost more.
    const lines = fitLines(message.lines, maxLineBytes, (line) => byteLength(JSON.stringify(line)) + 60)
    return {
      url,
      body: {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              msteams: { width: 'Full' },
              body: [
                run(message.title, { weight: 'Bolder', size: 'Medium', color: colors[toneOf(message)] }),
                ...lines.map((line) => run(line)),
              ],
              ...(message.link !== null && {
                actions: [{ type: 'Action.OpenUrl', title: linkText, url: message.link }],
              }),
            },
          },
        ],
      },
    }
  },
  check: (answer) => requireSuccess(answer, 'Microsoft Teams'),
})
