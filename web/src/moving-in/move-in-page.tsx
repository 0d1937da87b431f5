import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCan } from '../api/session.tsx'
import { IconUpload } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { movingInTexts } from './moving-in-texts.ts'
import { ScriptStep } from './script-step.tsx'
import './moving-in.css'

const steps = {
  script: { label: movingInTexts.scriptStep, view: ScriptStep },
  upload: {
    label: movingInTexts.uploadStep,
    view: lazy(async () => ({ default: (await import('./upload-step.tsx')).UploadStep })),
  },
  import: {
    label: movingInTexts.importStep,
    view: lazy(async () => ({ default: (await import('./import-step.tsx')).ImportStep })),
  },
  compare: {
    label: movingInTexts.compareStep,
    view: lazy(async () => ({ default: (await import('./compare-step.tsx')).CompareStep })),
  },
  'take-over': {
    label: movingInTexts.takeOverStep,
    view: lazy(async () => ({ default: (await import('./take-over-step.tsx')).TakeOverStep })),
  },
  scripts: {
    label: movingInTexts.keysStep,
    view: lazy(async () => ({ default: (await import('./keys-step.tsx')).KeysStep })),
  },
  leave: {
    label: movingInTexts.leaveStep,
    view: lazy(async () => ({ default: (await import('./leave-step.tsx')).LeaveStep })),
  },
}

/** Leads through a move from the established dashboard, and out of Flotilla again. */
export default function MoveInPage() {
  const { step = 'script' } = useParams({ strict: false }) as { step?: string }
  const can = useCan()
  const current = step in steps ? (step as keyof typeof steps) : 'script'
  const View = steps[current].view
  return (
    <>
      <PageHeader title={movingInTexts.title} guide="move">
        {movingInTexts.introduction}
      </PageHeader>
      <Tabs
        label={movingInTexts.steps}
        tabs={Object.entries(steps).map(([name, { label }]) => ({
          label,
          link: name === 'script' ? { to: '/move-in' } : { to: '/move-in/$step', params: { step: name } },
          current: name === current,
        }))}
      />
      {can('list-move-ins') ? (
        <Suspense fallback={<Loading lines={6} />}>
          <View />
        </Suspense>
      ) : (
        <EmptyState icon={IconUpload} title={movingInTexts.readOnly}>
          {movingInTexts.readOnlyHint}
        </EmptyState>
      )}
    </>
  )
}
