import { sentence } from '../texts/sentence.ts'
import './modules.css'
import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { type AppShellData, useAppShell } from '../api/app-shell.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { moduleFacts } from './module-facts.ts'
import { modulesTexts } from './modules-texts.ts'

type Module = AppShellData['modules'][number]

export default function ModulesPage() {
  const { data, error, refetch } = useAppShell()
  return (
    <>
      <PageHeader title={modulesTexts.modules}>{modulesTexts.partsOfFlotillaYou}</PageHeader>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <ul className="modules">
          {data.modules.map((module) => (
            <ModuleCard key={module.name} module={module} />
          ))}
        </ul>
      )}
    </>
  )
}

function ModuleCard({ module: { name, label: english, summary, active } }: { module: Module }) {
  const label = sentence(english)
  const can = useCan()
  const [busy, setBusy] = useState(false)
  const facts = moduleFacts[name]
  const flip = async () => {
    if (active) {
      const text = facts?.off ?? modulesTexts.itsPagesAndOperations
      if (
        !(await confirm({
          title: modulesTexts.switchOffLabel({ label }),
          text,
          action: modulesTexts.switchOff,
          tone: 'danger',
        }))
      )
        return
    }
    setBusy(true)
    await runAction(
      'switch-module',
      { name: name as never, active: !active },
      {
        doing: modulesTexts.switchingLabel({ label }),
        done: active ? modulesTexts.moduleIsOff({ label }) : modulesTexts.moduleIsOn({ label }),
      },
    )
    setBusy(false)
  }
  return (
    <li className={active ? 'card module' : 'card module off'}>
      <div className="apart">
        <h2>{label}</h2>
        {can('switch-module') ? (
          <button
            type="button"
            role="switch"
            aria-checked={active}
            aria-label={label}
            className="switch"
            disabled={busy}
            onClick={() => void flip()}
          />
        ) : (
          <Badge tone={active ? 'good' : 'still'}>{active ? modulesTexts.on : modulesTexts.off}</Badge>
        )}
      </div>
      <p>{sentence(summary)}</p>
      {facts && <p className="soft small">{active ? facts.on : facts.off}</p>}
      {active && facts && (
        <div>
          <LinkButton small to={facts.to}>
            {modulesTexts.open}
          </LinkButton>
        </div>
      )}
    </li>
  )
}
