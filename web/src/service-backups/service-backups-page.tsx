import { runAction } from '../actions/run-action.tsx'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconShieldCheck, IconUpload } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { BackupHistory } from './backup-history.tsx'
import { BackupSettings } from './backup-settings.tsx'
import { BackupState } from './backup-state.tsx'
import { backupTexts } from './backup-texts.ts'

export default function ServiceBackupsPage() {
  const { data, error, refetch } = useOperation('get-service-backup-status', {}, { every: 5_000 })
  const can = useCan()
  const isReady = data !== undefined && data.state !== 'not_configured'
  const backUp = () =>
    void runAction('start-service-backup', {}, { doing: backupTexts.starting, done: backupTexts.started })
  const check = () =>
    void runAction('start-restore-check', {}, { doing: backupTexts.startingCheck, done: backupTexts.startedCheck })
  return (
    <>
      <PageHeader
        title={backupTexts.title}
        guide="move"
        actions={
          isReady &&
          can('start-service-backup') && (
            <>
              {data.last_success && (
                <Button icon={IconShieldCheck} disabled={data.running_check !== null} onClick={check}>
                  {backupTexts.checkNow}
                </Button>
              )}
              <Button tone="primary" icon={IconUpload} disabled={data.running !== null} onClick={backUp}>
                {backupTexts.backUpNow}
              </Button>
            </>
          )
        }
      >
        {backupTexts.introduction}
      </PageHeader>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : (
        <div className="stack">
          <BackupState status={data} />
          {can('update-service-backup-settings') && <BackupSettings status={data} />}
          <BackupHistory />
        </div>
      )}
    </>
  )
}
