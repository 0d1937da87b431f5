import { group, withoutEffect } from '../setting.ts'
import { integer, oneOf, singleLine, validText } from '../setting-types.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

const numbers = 'stored for clients that format prices; answers contain numbers'

export const costTracker = group({
  name: 'cost-tracker',
  title: 'Cost tracker settings',
  settings: {
    currency: validText(
      (code) => currencies.has(code),
      'must be a currency of ISO 4217, such as USD, EUR or JPY',
      'USD',
      'The currency of all prices; answers about costs contain it.',
    ),
    currency_position: withoutEffect(
      oneOf(['left', 'right', 'left_space', 'right_space'], 'left', 'The position of the currency sign.'),
      numbers,
    ),
    thousand_separator: withoutEffect(singleLine(5, ',', 'The thousands separator.'), numbers),
    decimal_separator: withoutEffect(singleLine(5, '.', 'The decimal separator.'), numbers),
    decimals: integer(0, 4, 2, 'Number of decimals in totals of prices.'),
  },
  check: ({ thousand_separator, decimal_separator }): Record<string, string> =>
    thousand_separator === decimal_separator ? { decimal_separator: 'must differ from thousand_separator' } : {},
})
