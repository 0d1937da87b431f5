/** Whether JavaScript represents the number without loss: always up to 15 digits, sometimes more. */
export function isExactNumber(written: string): boolean {
  const given = normaliseNumber(written)
  return given !== null && given === normaliseNumber(String(Number(written)))
}

/** `-12.50`, `-125e-1` → `-125e-1`; null if it is not a number. */
function normaliseNumber(written: string): string | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i.exec(written)
  if (!found) return null
  const [, sign, whole = '', fraction = '', power = '0'] = found
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

// No regular expression: /0+$/ is quadratic and takes minutes for a long number.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
