import { z } from 'zod'
import { idList, page, perPage, search } from '../../../operation/shapes.ts'

/** The input of a list of sites by the status that a feature has for them; `orders` besides url, name and id. */
export const monitoredSitesInput = <const Status extends string, const Order extends string>(
  statuses: readonly Status[],
  orders: readonly Order[],
) =>
  z.strictObject({
    page,
    per_page: perPage(20, 100),
    // The compiler does not see that an enum with a type parameter contains its default.
    status: z.enum(['any', ...statuses]).default('any' as never),
    search,
    include: idList,
    exclude: idList,
    // As above.
    orderby: z.enum(['url', 'name', 'id', ...orders]).default('url' as never),
    order: z.enum(['asc', 'desc']).default('asc'),
  })
