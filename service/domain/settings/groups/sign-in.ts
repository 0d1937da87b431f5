import { group } from '../setting.ts'
import { integer, oneOf } from '../setting-types.ts'

export const signInGroup = group({
  name: 'sign-in',
  title: 'Sign-in settings',
  settings: {
    second_factor_for: oneOf(
      ['none', 'managers', 'everyone'],
      'none',
      'Who must sign in with a second factor: none, managers (and administrators) or everyone. Their login passwords are then refused over Basic; application passwords and API keys are not.',
    ),
    second_factor_grace_days: integer(
      0,
      90,
      7,
      'Days after their next sign-in in which they can still work without one. Afterwards they can only set one up.',
    ),
    session_idle_hours: integer(1, 720, 8, 'Hours without a call after which a session of the dashboard ends.'),
    session_max_days: integer(1, 90, 7, 'Days after which a session of the dashboard ends in any case.'),
  },
})
