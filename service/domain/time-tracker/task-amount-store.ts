import { sql } from 'kysely'
import type { Fragment } from '../../platform/database/fragments.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { defaults, type TimeSettings } from './time-settings.ts'

/** SQL for time and price of a task. Lists, totals and balances all use it, so that they agree. */

const setting = (name: keyof TimeSettings) => {
  const value = defaults[name]
  return `coalesce(own.${name}, general.${name}, ${typeof value === 'string' ? `'${value}'` : value}) as ${name}`
}

/**
 * Joins to `task`: `spent` (milliseconds, seconds), `format` (the settings of its client), `billed` (seconds after rounding,
 * rate) and `price` (total; null without a rate).
 */
export const taskAmounts = (now: Date): Fragment => sql`
  left join time_buckets as bucket on bucket.id = task.bucket_id
  left join time_settings as general on general.client_id is null
  left join time_settings as own on own.client_id = task.client_id
  cross join lateral (select ${sql.raw(typedKeys(defaults).map(setting).join(', '))}) as format
  cross join lateral (
    select coalesce(sum(coalesce(milliseconds,
      greatest(0, floor(extract(epoch from ${now}::timestamptz - started_at) * 1000)))), 0)::bigint / 1000 as seconds
    from time_entries where task_id = task.id and replaced_at is null) as spent
  cross join lateral (
    select coalesce(task.hourly_price, bucket.hourly_price) as rate, case
      when not format.rounding then spent.seconds
      when format.rounding_direction = 'up' then ${roundedTo(sql`spent.seconds + format.rounding_minutes * 60 - 1`)}
      when format.rounding_direction = 'down' then ${roundedTo(sql`spent.seconds`)}
      else ${roundedTo(sql`spent.seconds + format.rounding_minutes * 30`)}
    end as seconds) as billed
  cross join lateral (
    select coalesce(task.fixed_price, ${exactPrice}) as total) as price`

function roundedTo(seconds: Fragment): Fragment {
  return sql`(${seconds}) / (format.rounding_minutes * 60) * (format.rounding_minutes * 60)`
}

/** Integer units of the smallest coin, rounding half up: integer division is exact, numeric division is not. */
const units = sql`(array[1, 10, 100, 1000, 10000])[format.decimals + 1]`
const exactPrice = sql`round(div(2 * billed.seconds * billed.rate * ${units} + 3600, 7200) / ${units}, format.decimals)`
