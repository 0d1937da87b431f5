import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { serviceSentences } from './service-sentences.ts'

/** Words that the browser formats, and names that are the same in every language. */
const known = new Set(
  (
    'jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december ' +
    'mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday ago hr min sec yesterday tomorrow today now wk mo yr ' +
    'day days hour hours minute minutes second seconds week weeks month months year years last next this ' +
    'and flotilla wordpress php http https www example com utc english deutsch'
  ).split(' '),
)

/** Resolves to the words of all answers of the service so far, which are data. */
export function watchAnswers(page: Page): () => Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  const reading = new Set<Promise<void>>()
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/') || response.request().resourceType() === 'eventsource')
      return
    const read = response.text().then(
      (text) => {
        for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) words.add(word)
        reading.delete(read)
      },
      // The answer of a request that the page gave up.
      () => {
        reading.delete(read)
      },
    )
    reading.add(read)
  })
  return async () => {
    await Promise.all(reading)
    return words
  }
}

/** Values such as `on_hold`, of which a page shows labels: alone in a text they are values of the API, not names that people gave. */
function namedValues(): ReadonlySet<string> {
  const values = new Set<string>()
  const collect = (schema: unknown): void => {
    if (Array.isArray(schema)) for (const each of schema) collect(each)
    else if (typeof schema === 'object' && schema !== null) {
      const { enum: options } = schema as { enum?: unknown }
      for (const value of Array.isArray(options) ? options : [])
        if (typeof value === 'string' && /^[a-z_]{4,}$/.test(value)) values.add(value.replaceAll('_', ' '))
      for (const each of Object.values(schema)) collect(each)
    }
  }
  const { operations } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../contract/catalogue.json'), 'utf8'),
  ) as {
    operations: { output: unknown }[]
  }
  for (const { output } of operations) collect(output)
  return values
}

let sentences: string[] | undefined
let values: ReadonlySet<string> | undefined

/** Runs in the page. */
const readTexts = `(() => {
  const found = new Set([document.title])
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const { parentElement, textContent } = nodes.currentNode
    if (parentElement.checkVisibility() && !parentElement.closest('code, pre, kbd, svg, script, textarea, body [lang], [translate=no]')) found.add(textContent.trim())
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']')) found.add(element.getAttribute(name))
  return [...found]
})()`

/**
 * Texts of a page in the pseudo-language that are not in the catalogue: every letter of a catalogue text has an accent, so plain
 * words are data of the service or such texts. Data is no sentence of the service.
 */
export async function untranslatedTexts(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate<string[]>(readTexts)
  sentences ??= serviceSentences()
  const english = sentences
  values ??= namedValues()
  const options = values
  const isForeign = (word: string) => !known.has(word) && !data.has(word)
  return texts.filter(
    (text) =>
      english.some((sentence) => text.includes(sentence)) ||
      (options.has(text.trim().replaceAll('_', ' ').toLowerCase()) && !known.has(text.trim().toLowerCase())) ||
      (text.match(/(?<![\p{L}\p{N}])[A-Za-z]{3,}(?![\p{L}\p{N}])/gu) ?? []).some((word) =>
        isForeign(word.toLowerCase()),
      ),
  )
}
