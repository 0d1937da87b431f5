/** How many of these moments fall into the fullest second. */
export function fullestSecond(moments: number[]): number {
  const perSecond = Map.groupBy(moments, (moment) => Math.floor(moment / 1000))
  return Math.max(...[...perSecond.values()].map((those) => those.length))
}
