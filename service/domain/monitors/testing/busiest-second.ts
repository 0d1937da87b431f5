/** The number of moments in the busiest second. */
export function busiestSecond(moments: number[]): number {
  const perSecond = Map.groupBy(moments, (moment) => Math.floor(moment / 1000))
  return Math.max(...[...perSecond.values()].map((those) => those.length))
}
