/** Markup that is safe to send: `html` makes it and escapes everything it is given that is not markup already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | false | null | Part[]

export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.reduce((whole, part, index) => whole + render(values[index - 1]) + part))
}

function render(part: Part): string {
  if (part === undefined || part === false || part === null) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return part instanceof Html ? part.text : escapeText(String(part))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** For text of our own that must not be escaped, such as a style sheet. Never for anything that was said by someone. */
export const trusted = (text: string): Html => new Html(text)
