import type { z } from 'zod'
import { isoTime } from '../../operation/shapes.ts'
import type { ScopedPolicy } from './effective-policy.ts'
import type { UpdatePolicy } from './policy.ts'

export const toUpdatePolicy = ({
  id,
  updated_at,
  ...policy
}: ScopedPolicy & { name: string; updated_at: Date | null; updated_by: string | null }): z.input<
  typeof UpdatePolicy
> => ({
  policy_id: id,
  scope: policy.scope,
  tag_id: policy.tag_id,
  view_id: policy.view_id,
  client_id: policy.client_id,
  site_id: policy.site_id,
  item_type: policy.item_type,
  item_slug: policy.item_slug,
  name: policy.name,
  rules: policy.rules,
  updated_at: isoTime(updated_at),
  updated_by: policy.updated_by,
})
