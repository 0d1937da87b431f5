import { invalidInput, permissionDenied, ServiceError } from '../../operation/errors.ts'
import type { ChoiceKind } from './cost.ts'

export const costNotFound = (id: number) =>
  new ServiceError('svc_cost_not_found', 'missing', `There is no cost ${id}. GET /costs lists them.`)

/** A limited key must not change what it cannot see. */
export const costBeyondLimits = () =>
  permissionDenied('This cost also applies to sites beyond your limits, so you may not add or change it.')

export const noTarget = 'at least one of sites, groups and clients must not be empty'

const choiceLabels: Record<
  ChoiceKind,
  { name: string; code: 'svc_product_type_not_found' | 'svc_payment_method_not_found' }
> = {
  'product-type': { name: 'product type', code: 'svc_product_type_not_found' },
  'payment-method': { name: 'payment method', code: 'svc_payment_method_not_found' },
}

export const choiceNotFound = (kind: ChoiceKind, slug: string) =>
  new ServiceError(
    choiceLabels[kind].code,
    'missing',
    `There is no ${choiceLabels[kind].name} ${slug}. GET /settings/cost-tracker/${kind}s lists them.`,
  )

export const titleTaken = (kind: ChoiceKind, title: string) =>
  new ServiceError(
    'svc_already_exists',
    'conflict',
    `There is already a ${choiceLabels[kind].name} with a title like ${title}.`,
    {
      params: { title: `must be different for every ${choiceLabels[kind].name}` },
    },
  )

export const isBuiltIn = (kind: ChoiceKind, slug: string, what: string) =>
  invalidInput({ slug: `is the built-in ${choiceLabels[kind].name} ${slug}, which cannot be ${what}` })
