import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { actionsTexts } from './actions-texts.ts'

/** Field for typing the count before a large change; Enter submits the dialog. */
export function TypedCount({
  concerns,
  typed,
  onType,
  onEnter,
}: {
  /** "41 sites" */
  concerns: string
  typed: string
  onType: (typed: string) => void
  onEnter: () => void
}) {
  return (
    <Form problem={null} onSubmit={onEnter}>
      <TextField
        name="count"
        label={actionsTexts.thisConcernsConcernsType({ concerns })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={onType}
      />
    </Form>
  )
}
