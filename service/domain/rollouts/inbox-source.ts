import { inboxSource } from '../../operation/inbox-source.ts'
import { type PausedRolloutFacts, pausedRolloutRows } from './rollout-store.ts'

export const pausedRollouts = inboxSource<PausedRolloutFacts>({
  kind: 'rollout-paused',
  label: 'Paused rollouts',
  rank: 35,
  permission: 'updates.read',
  time: 'since',
  rows: ({ actor }) => pausedRolloutRows(actor),
  describe: ({ facts: { id, name, reason } }) => ({
    title: `The rollout ${name} is paused`,
    detail: reason ?? 'It continues when a person resumes it.',
    path: `/rollouts/${id}`,
    button: { label: 'Open rollout', path: `/rollouts/${id}` },
  }),
})
