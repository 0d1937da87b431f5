/** "€1,234.50"; a currency unknown to the browser is appended to the number. */
export function money(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount.toLocaleString('en', { minimumFractionDigits: 2 })} ${currency}`
  }
}
