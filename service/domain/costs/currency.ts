/** The currency of all prices, and how many decimals a total has. One place, because they become settings. */
export const currency = 'USD'
export const decimals = 2
