import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { type Choice, ChoiceDialog, type ChoiceKind } from './choice-dialog.tsx'
import { costsTexts } from './costs-texts.ts'

const kinds = {
  'product-type': { title: costsTexts.productTypes, add: costsTexts.addAProductType, operation: 'delete-product-type' },
  'payment-method': {
    title: costsTexts.paymentMethods,
    add: costsTexts.addAPaymentMethod,
    operation: 'delete-payment-method',
  },
} as const

/** Product types and payment methods. Built-in ones cannot be deleted. */
export function ChoicesView() {
  const types = useList('list-product-types', {})
  const methods = useList('list-payment-methods', {})
  return (
    <div className="grid-2">
      <Choices kind="product-type" choices={types.data?.rows} error={types.error} />
      <Choices kind="payment-method" choices={methods.data?.rows} error={methods.error} />
    </div>
  )
}

function Choices({
  kind,
  choices,
  error,
}: {
  kind: ChoiceKind
  choices: readonly Choice[] | undefined
  error: Error | null
}) {
  const can = useCan()
  const [editing, setEditing] = useState<Choice | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Choice | null>(null)
  const { title, add, operation } = kinds[kind]
  return (
    <Card
      title={title}
      actions={
        can(`add-${kind}`) && (
          <Button small icon={IconPlus} onClick={() => setEditing('new')}>
            {add}
          </Button>
        )
      }
    >
      {error && !choices ? (
        <ErrorState error={error} />
      ) : !choices ? (
        <Loading />
      ) : (
        <ul className="rows">
          {choices.map((choice) => (
            <li key={choice.slug} className="apart">
              <span className="line">
                {choice.color && <i className="color-dot" style={{ background: choice.color }} />}
                {sentence(choice.title)}
                {choice.built_in && <Badge>{costsTexts.builtIn}</Badge>}
              </span>
              <span className="row-buttons">
                {can(`update-${kind}`) && (!choice.built_in || kind === 'product-type') && (
                  <IconButton
                    small
                    icon={IconPencil}
                    label={costsTexts.editTitle({ title: choice.title })}
                    onClick={() => setEditing(choice)}
                  />
                )}
                {can(operation) && !choice.built_in && (
                  <IconButton
                    small
                    icon={IconTrash}
                    label={costsTexts.deleteTitle({ title: choice.title })}
                    onClick={() => setDeleting(choice)}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <ChoiceDialog kind={kind} {...(editing !== 'new' && { choice: editing })} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <PlanDialog
          operation={operation}
          input={{ slug: deleting.slug }}
          title={costsTexts.deleteTitle({ title: deleting.title })}
          action={uiTexts.delete}
          doing={costsTexts.deletingTitle({ title: deleting.title })}
          done={costsTexts.titleIsDeleted({ title: deleting.title })}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </Card>
  )
}
