import type { TimeSettings } from './time-settings.ts'

type Format = Pick<
  TimeSettings,
  'currency' | 'currency_position' | 'thousand_separator' | 'decimal_separator' | 'decimals'
>

/** `1,234.50` in the client's format; works on the digits to stay exact. */
export function formatMoney(amount: string, format: Format): string {
  const { currency_position: position, thousand_separator, decimal_separator, decimals } = format
  const [whole = '0', fraction = ''] = amount.split('.')
  const grouped = groupsOfThree(whole).join(thousand_separator)
  const digits =
    decimals === 0 ? grouped : grouped + decimal_separator + fraction.padEnd(decimals, '0').slice(0, decimals)
  const symbol = symbolOf(format.currency)
  const space = position.endsWith('_space') ? ' ' : ''
  return position.startsWith('left') ? symbol + space + digits : digits + space + symbol
}

/** From the right: `1234567` is `1`, `234`, `567`. */
function groupsOfThree(digits: string): string[] {
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let start = first; start < digits.length; start += 3) groups.push(digits.slice(start, start + 3))
  return groups
}

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** H:MM:SS */
export function formatDuration(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
