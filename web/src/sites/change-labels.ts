/** Sites usually name the thing in the description; where they do not, it is added. */
export const describeChange = (description: string, item: string): string =>
  item === '' || description.includes(item) ? description : `${description}: ${item}`
