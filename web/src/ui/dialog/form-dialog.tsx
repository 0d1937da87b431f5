import { type ReactNode, useId } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Button } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { Dialog } from './dialog.tsx'
import { dialogTexts } from './dialog-texts.ts'

/** A form in a dialog. Enter submits it, and the field errors of `problem` are shown at their fields. */
export function FormDialog({
  title,
  action,
  busy,
  problem,
  fields,
  wide = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** Label of the submit button. */
  action: string
  busy: boolean
  problem: Problem | null
  fields?: readonly string[]
  wide?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{dialogTexts.cancel}</Button>
          <Button type="submit" form={id} tone="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} problem={problem} onSubmit={onSubmit} {...(fields && { fields })}>
        {children}
      </Form>
    </Dialog>
  )
}
