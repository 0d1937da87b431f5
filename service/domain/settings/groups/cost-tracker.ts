import { line, oneOf, textThat, whole } from '../kinds.ts'
import { group, withoutEffect } from '../setting.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

const numbers = 'kept for clients that write prices; answers have numbers'

export const costTracker = group({
  name: 'cost-tracker',
  title: 'Cost tracker settings',
  settings: {
    currency: textThat(
      (code) => currencies.has(code),
      'must be a currency of ISO 4217, such as USD, EUR or JPY',
      'USD',
      'The currency of all prices; answers about costs name it.',
    ),
    currency_position: withoutEffect(
      oneOf(['left', 'right', 'left_space', 'right_space'], 'left', 'Where the currency stands.'),
      numbers,
    ),
    thousand_separator: withoutEffect(line(5, ',', 'What stands between groups of thousands.'), numbers),
    decimal_separator: withoutEffect(line(5, '.', 'What stands before the decimals.'), numbers),
    decimals: whole(0, 4, 2, 'How many decimals totals of prices have.'),
  },
})
