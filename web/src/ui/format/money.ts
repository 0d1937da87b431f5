import { language } from '../../texts/language.ts'

/** "€1,234.50"; a currency unknown to the browser is appended to the number. */
export function money(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount.toLocaleString(language, { minimumFractionDigits: 2 })} ${currency}`
  }
}
