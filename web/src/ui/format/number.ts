import { language } from '../../texts/language.ts'

const numbers = new Intl.NumberFormat(language)

/** "1,234" in the language of the page. */
export const formatNumber = (value: number): string => numbers.format(value)
