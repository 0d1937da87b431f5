import { useSearch } from '@tanstack/react-router'
import type { DataOf } from '../../../contract/client.ts'
import type { Problem } from '../api/problem.ts'
import { useAction, useList, useOperation } from '../api/query.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { ImportResult } from './import-result.tsx'
import { movingInTexts } from './moving-in-texts.ts'
import { PlanView } from './plan-view.tsx'

type MoveIn = DataOf<'get-move-in'>

/** The upload in the address, else the newest one that has a plan or was imported. */
export function ImportStep() {
  const { id } = useSearch({ strict: false }) as { id?: string }
  const uploads = useList('list-move-ins', {}, { enabled: id === undefined })
  const newest = uploads.data?.rows.find(({ state }) => state !== 'receiving')
  const moveInId = id === undefined ? newest?.move_in_id : Number(id)
  const moveIn = useOperation(
    'get-move-in',
    { move_in_id: moveInId ?? 0 },
    { enabled: moveInId !== undefined && Number.isInteger(moveInId) && moveInId > 0 },
  )
  const error = uploads.error ?? moveIn.error
  if (error && !moveIn.data) return <ErrorState error={error} />
  if (moveIn.data) return moveIn.data.plan ? <Plan moveIn={moveIn.data} /> : <WithoutPlan moveIn={moveIn.data} />
  if (id === undefined ? uploads.data && !newest : moveIn.isPending && !moveIn.isFetching) return <NoPlan />
  return <Loading />
}

const NoPlan = () => (
  <EmptyState
    icon={IconUpload}
    title={movingInTexts.noPlan}
    action={
      <LinkButton to="/move-in/$step" params={{ step: 'upload' }} icon={IconUpload}>
        {movingInTexts.toUpload}
      </LinkButton>
    }
  >
    {movingInTexts.noPlanHint}
  </EmptyState>
)

const WithoutPlan = ({ moveIn }: { moveIn: MoveIn }) =>
  moveIn.state === 'imported' ? <ImportResult moveIn={moveIn} /> : <NoPlan />

/** The service writes everything or nothing; without its answer neither is known. */
function AcceptProblem({ problem: { code, message: reason } }: { problem: Problem }) {
  const isUnknown = code === 'unreachable' || code === 'not_understood'
  return (
    <Notice tone="bad">
      {isUnknown ? movingInTexts.importUnknown({ reason }) : movingInTexts.importFailed({ reason })}
    </Notice>
  )
}

function Plan({ moveIn }: { moveIn: MoveIn }) {
  const accept = useAction('accept-move-in')
  const plan = moveIn.plan
  if (!plan) return <NoPlan />
  const { sites, clients, tags, costs } = plan
  const changes = [sites, clients, tags, costs].reduce((sum, { create, merge }) => sum + create + merge, 0)
  const count = sites.create + sites.merge
  const start = async () => {
    const question = {
      title: movingInTexts.importTitle,
      text: movingInTexts.importConsequence,
      action: count > 0 ? movingInTexts.startImport({ count }) : movingInTexts.startImportWithoutSites,
    }
    if (await confirm(question)) accept.mutate({ move_in_id: moveIn.move_in_id })
  }
  return (
    <div className="stack">
      {accept.error && <AcceptProblem problem={accept.error} />}
      <PlanView plan={plan} source={moveIn.source} />
      {changes === 0 ? (
        <Notice>{movingInTexts.nothingToImport}</Notice>
      ) : (
        <div>
          <Button tone="primary" icon={IconUpload} busy={accept.isPending} onClick={() => void start()}>
            {count > 0 ? movingInTexts.startImport({ count }) : movingInTexts.startImportWithoutSites}
          </Button>
        </div>
      )}
    </div>
  )
}
