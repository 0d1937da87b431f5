/** The languages of the dashboard, mails and reports. English is the source; messages of the API are always English. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/** The best language for a browser's Accept-Language, such as `de-AT,de;q=0.9,en;q=0.8`. */
export function acceptedLanguage(header: string | undefined): Language {
  const wishes = (header ?? '').slice(0, 500).split(',', 20).map(readWish)
  wishes.sort((a, b) => b.weight - a.weight)
  return wishes.find(({ language, weight }) => weight > 0 && isLanguage(language))?.language ?? 'en'
}

function readWish(wish: string): { language: Language | undefined; weight: number } {
  const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
  const language = tag.trim().split('-', 1)[0]
  const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='))
  return { language: isLanguage(language) ? language : undefined, weight: weight ? Number(weight.slice(2)) || 0 : 1 }
}
