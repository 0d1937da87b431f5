import { language } from '../../texts/language.ts'

const numbers = new Intl.NumberFormat(language)

/** "1,234" in the language of the page. */
export const formatNumber = (value: number): string => numbers.format(value)

/** "1.25" with at least and at most this many digits after the point, in the language of the page. */
export const formatDecimal = (value: number, most: number, least = most): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: most }).format(value)

/** "a, b and c" in the language of the page. */
export const formatList = (parts: readonly string[]): string => new Intl.ListFormat(language).format(parts)
