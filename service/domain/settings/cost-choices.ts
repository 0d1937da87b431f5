import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { listChoices, toProductType } from '../costs/index.ts'

const ProductCategory = z.object({ slug: z.string(), title: z.string(), icon: z.string(), color: z.string() })

/** Choices of costs that the settings of the cost tracker show; other routes edit them. */
export const costChoices = {
  shape: {
    product_categories: z.array(ProductCategory).describe('The product types of costs, built in or added.'),
    payment_methods: z.record(z.string(), z.string()).describe('Payment methods that were added: slug and title.'),
  },
  async read({ db }: Pick<Context, 'db'>) {
    const types = await listChoices(db, 'product-type')
    const methods = await listChoices(db, 'payment-method')
    return {
      product_categories: types.map((choice) => toProductType(choice)),
      payment_methods: Object.fromEntries(
        methods.filter(({ built_in }) => !built_in).map(({ slug, title }) => [slug, title]),
      ),
    }
  },
}
