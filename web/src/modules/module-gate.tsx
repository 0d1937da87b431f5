import type { ReactNode } from 'react'
import { useAppShell } from '../api/app-shell.ts'
import { sentence } from '../texts/sentence.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconBox } from '../ui/icons.ts'
import { EmptyState, Loading } from '../ui/states.tsx'
import { modulesTexts } from './modules-texts.ts'

function useKnownModule(module: string) {
  const { data, isPending } = useAppShell()
  return { known: data?.modules.find(({ name }) => name === module), isPending }
}

/** Whether a module is on; undefined while loading. */
export const useModule = (module: string): boolean | undefined => useKnownModule(module).known?.active

/** Renders its children while the module is on, otherwise a notice with a link to the modules. */
export function ModuleGate({ module, label, children }: { module: string; label?: string; children: ReactNode }) {
  const { known, isPending } = useKnownModule(module)
  // The service refuses operations of modules that are off.
  if (isPending) return <Loading />
  if (known?.active !== false) return children
  return (
    <section className="card">
      <EmptyState
        icon={IconBox}
        title={modulesTexts.labelIsSwitchedOff({ label: label ?? sentence(known.label) })}
        action={<LinkButton to="/modules">{modulesTexts.toTheModules}</LinkButton>}
      >
        {modulesTexts.summaryWhatWasRecorded({ summary: sentence(known.summary) })}
      </EmptyState>
    </section>
  )
}
