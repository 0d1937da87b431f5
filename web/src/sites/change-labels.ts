/** Descriptions usually contain the name of the item; if not, it is added. */
export const describeChange = (description: string, item: string): string =>
  item === '' || description.includes(item) ? description : `${description}: ${item}`
