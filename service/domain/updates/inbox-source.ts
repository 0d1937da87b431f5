import { inboxSource } from '../../operation/inbox-source.ts'
import { type FailedUpdateFacts, failedUpdateRows } from './run/update-history-store.ts'

const shownMs = 14 * 86_400_000

export const failedUpdates = inboxSource<FailedUpdateFacts>({
  kind: 'update-failed',
  label: 'Failed updates',
  rank: 30,
  permission: 'updates.read',
  time: 'since',
  rows: ({ actor, clock }) => failedUpdateRows(actor.limits, new Date(clock.now().getTime() - shownMs)),
  describe: ({ site, facts: { count, unknown, names, message } }) => ({
    title: `${describeCount(count, unknown)} on ${site?.name ?? 'a site'}`,
    detail: `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}${message ? `: ${message}` : ''}`,
    path: `/sites/${site?.id}/updates`,
    button: { label: 'Show updates', path: `/updates/site/${site?.id}` },
  }),
})

function describeCount(count: number, unknown: number): string {
  if (unknown === count)
    return count === 1 ? 'The outcome of 1 update is unknown' : `The outcome of ${count} updates is unknown`
  return count === 1 ? '1 update failed' : `${count} updates failed${unknown > 0 ? ' or have an unknown outcome' : ''}`
}
