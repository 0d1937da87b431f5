/** Amounts as whole numbers of a hundred-millionth: sums are exact, whatever their order. */
export type Amount = bigint

const places = 8
const unit = 10n ** BigInt(places)

/** null for what is no price: 0 or more, at most 12 digits before the point and 8 behind it. */
export function readPrice(given: string | number): Amount | null {
  const found = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(typeof given === 'number' ? plainText(given) : given.trim())
  if (!found) return null
  const [, whole = '', fraction = ''] = found
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** Without the exponent with which JavaScript writes the very small; a number that has more decimals stays as it is. */
function plainText(given: number): string {
  const fixed = given.toFixed(places)
  return Number(fixed) === given ? fixed : String(given)
}

/** As PostgreSQL writes and reads it. */
export function writePrice(amount: Amount): string {
  return `${amount / unit}.${String(amount % unit).padStart(places, '0')}`
}

/** For answers: the nearest number there is. */
export const toNumber = (price: string): number => Number(price)

/** A part of the amount with so many decimals, a half rounded up. */
export function roundedShare(amount: Amount, share: bigint, decimals: number): number {
  const divisor = share * 10n ** BigInt(places - decimals)
  const rounded = (2n * amount + divisor) / (2n * divisor)
  const digits = String(rounded).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`)
}
