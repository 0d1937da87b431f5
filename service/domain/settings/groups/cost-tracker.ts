import { line, oneOf, textThat, whole } from '../kinds.ts'
import { group } from '../setting.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

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
    currency_position: oneOf(
      ['left', 'right', 'left_space', 'right_space'],
      'left',
      'Where the currency stands, for whoever shows prices to people.',
    ),
    thousand_separator: line(5, ',', 'What stands between groups of thousands, for whoever shows prices to people.'),
    decimal_separator: line(5, '.', 'What stands before the decimals, for whoever shows prices to people.'),
    decimals: whole(0, 4, 2, 'How many decimals totals of prices have.'),
  },
})
