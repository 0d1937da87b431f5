/** The element at the index, which starts again at the end of the list. Throws for an empty list. */
export function cyclic<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new Error('The list is empty.')
  // The index is within the list.
  return list[index % list.length] as T
}
