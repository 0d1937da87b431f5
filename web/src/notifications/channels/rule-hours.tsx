import { CheckField, TextField } from '../../ui/form/fields.tsx'
import type { RuleValues } from './notification-types.ts'
import { ruleTexts } from './rule-texts.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]

/** Quiet hours, in which messages wait, and hours in which the rule applies. */
export function RuleHours({
  values: { quiet_hours, hours },
  onChange,
}: {
  values: RuleValues
  onChange: (changes: Partial<RuleValues>) => void
}) {
  return (
    <>
      <CheckField
        name="quiet_hours"
        label={ruleTexts.quiet}
        hint={ruleTexts.quietHint}
        checked={quiet_hours !== null}
        onChange={(on) => onChange({ quiet_hours: on ? { from: '22:00', to: '07:00', except_critical: true } : null })}
      />
      {quiet_hours && (
        <div className="stack">
          <div className="grid-2">
            <TextField
              name="quiet_hours.from"
              label={ruleTexts.quietFrom}
              type="time"
              required
              value={quiet_hours.from}
              onChange={(from) => onChange({ quiet_hours: { ...quiet_hours, from } })}
            />
            <TextField
              name="quiet_hours.to"
              label={ruleTexts.quietTo}
              type="time"
              required
              value={quiet_hours.to}
              onChange={(to) => onChange({ quiet_hours: { ...quiet_hours, to } })}
            />
          </div>
          <CheckField
            name="quiet_hours.except_critical"
            label={ruleTexts.exceptCritical}
            checked={quiet_hours.except_critical}
            onChange={(except_critical) => onChange({ quiet_hours: { ...quiet_hours, except_critical } })}
          />
        </div>
      )}
      <CheckField
        name="hours"
        label={ruleTexts.hours}
        checked={hours !== null}
        onChange={(on) => onChange({ hours: on ? { days: everyDay, from: '08:00', to: '18:00' } : null })}
      />
      {hours && (
        <div className="stack">
          <div className="grid-2">
            <TextField
              name="hours.from"
              label={ruleTexts.hoursFrom}
              type="time"
              required
              value={hours.from}
              onChange={(from) => onChange({ hours: { ...hours, from } })}
            />
            <TextField
              name="hours.to"
              label={ruleTexts.hoursTo}
              type="time"
              required
              value={hours.to}
              onChange={(to) => onChange({ hours: { ...hours, to } })}
            />
          </div>
          <CheckField
            name="hours.days"
            label={ruleTexts.workdays}
            checked={hours.days.every((day) => day <= 5)}
            onChange={(on) => onChange({ hours: { ...hours, days: on ? workdays : everyDay } })}
          />
        </div>
      )}
    </>
  )
}
