/** Whether a number written like this is the same number in JavaScript, which keeps 15 digits of any and more of some. */
export function keepsDigits(written: string): boolean {
  const given = plainDigits(written)
  return given !== null && given === plainDigits(String(Number(written)))
}

/** `-12.50`, `-125e-1` → `-125e-1`; null for what is no number. */
function plainDigits(written: string): string | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i.exec(written)
  if (!found) return null
  const [, sign, whole = '', fraction = '', power = '0'] = found
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

// No regular expression: /0+$/ starts again at every zero, which takes minutes for a long number.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
