import { present } from '../../platform/present.ts'
import type { ShareRule } from './cost.ts'
import {
  type Figures,
  figuresOf,
  figureToNumber,
  type PricedCost,
  shareOfClient,
  shareOfSite,
  splitFigures,
} from './cost-totals.ts'
import type { Coverage } from './coverage-store.ts'
import type { View } from './view.ts'

interface Shared {
  figures: Figures
  rule: ShareRule
}

/** What one client or one site pays of each cost; `of`: a client (null: unassigned) or a site. */
export function shareCosts(
  costs: readonly (PricedCost & { id: number })[],
  coverage: ReadonlyMap<number, Coverage>,
  of: { clientId: number | null } | { siteOfClient: number | null },
  view: Pick<View, 'decimals'>,
): Map<number, Shared> {
  return new Map(
    costs.map((cost) => {
      const { groups, rule, siteIndex } = present(coverage.get(cost.id), 'the coverage of a cost')
      const whole = figuresOf(cost, view)
      const figures =
        'clientId' in of
          ? shareOfClient(whole, groups, of.clientId)
          : shareOfSite(whole, groups, { clientId: of.siteOfClient, index: siteIndex })
      return [cost.id, { figures, rule }]
    }),
  )
}

/** The fields of a cost in the list of a site or client. */
export const toShareFields = ({ figures, rule }: Shared) => ({
  share: figureToNumber(figures.price),
  share_monthly: figureToNumber(figures.monthly),
  share_yearly: figureToNumber(figures.yearly),
  share_rule: rule,
})

/** The shares of the clients that the caller may see. */
export function visibleShares(whole: Figures, groups: Coverage['groups']) {
  const isVisible = new Map(groups.map((group) => [group.clientId, group.isVisible]))
  return [...splitFigures(whole, groups)].flatMap(([clientId, figures]) =>
    isVisible.get(clientId) !== false ? [{ clientId, figures }] : [],
  )
}
