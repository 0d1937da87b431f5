import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'

/** The count that has to be typed before much is done; Enter goes on like the dialog's button. */
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
        label={`This concerns ${concerns}. Type the number to go on.`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={onType}
      />
    </Form>
  )
}
