/** Amounts as integers of 10⁻⁸, so that sums are exact. */
export type Amount = bigint

const decimalPlaces = 8
const unit = 10n ** BigInt(decimalPlaces)

/** Null for an invalid price; valid is 0 or more, with at most 12 digits before the point and 8 after it. */
export function readPrice(given: string | number): Amount | null {
  const found = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(typeof given === 'number' ? plainText(given) : given.trim())
  if (!found) return null
  const [, whole = '', fraction = ''] = found
  return BigInt(whole + fraction.padEnd(decimalPlaces, '0'))
}

/** Without the exponent of very small numbers; a number with more decimals stays unchanged. */
function plainText(given: number): string {
  const fixed = given.toFixed(decimalPlaces)
  return Number(fixed) === given ? fixed : String(given)
}

/** In the format of PostgreSQL. */
export function writePrice(amount: Amount): string {
  return `${amount / unit}.${String(amount % unit).padStart(decimalPlaces, '0')}`
}

/** For responses: the nearest floating-point number. */
export const toNumber = (price: string): number => Number(price)

/** The decimals that an amount needs. */
export function decimalsOf(amount: Amount): number {
  let decimals = decimalPlaces
  for (let rest = amount; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals--
  return decimals
}

/** The amount divided by `divisor`, rounded half up, as an integer of 10^-decimals. */
export function roundAmount(amount: Amount, divisor: bigint, decimals: number): bigint {
  const whole = divisor * 10n ** BigInt(decimalPlaces - decimals)
  return (2n * amount + whole) / (2n * whole)
}

/** An integer of 10^-decimals as the nearest floating-point number. */
export function amountToNumber(units: bigint, decimals: number): number {
  const digits = String(units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** The amount divided by `divisor`, rounded half up to `decimals`. */
export const roundedShare = (amount: Amount, divisor: bigint, decimals: number): number =>
  amountToNumber(roundAmount(amount, divisor, decimals), decimals)
