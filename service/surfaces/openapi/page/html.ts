/** Safe markup: `html` escapes everything that is not Html already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | false | null | Part[]

export function safeHtml(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.reduce((whole, part, index) => whole + render(values[index - 1]) + part))
}

function render(part: Part): string {
  if (part === undefined || part === false || part === null) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return part instanceof Html ? part.text : escapeText(String(part))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** For our own text that must not be escaped, such as a style sheet. Never for input. */
export const trusted = (text: string): Html => new Html(text)
