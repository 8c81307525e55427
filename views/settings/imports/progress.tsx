import { Button } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Progress } from '#views/ui/small.tsx'
import { ImportSteps } from './steps.tsx'

type Task = { kind: 'dryRun' | 'import' | 'importGood' | 'undo'; phase: string; done: number; total: number }
type ProgressProps = { list: { plural: string }; filename: string; url: string; task: Task }

export function ImportProgress({ list, filename, url, task }: ProgressProps) {
  return (
    <>
      <PageTitle title={`Import ${list.plural}`} subtitle={filename} />
      <ImportSteps at={task.kind === 'undo' ? 'done' : 'dryRun'} />
      <Panel>
        <ProgressPart url={url} task={task} />
      </Panel>
    </>
  )
}

const writingWords: Record<Task['kind'], string> = {
  dryRun: 'Holding them against what is there',
  import: 'Saving',
  importGood: 'Saving',
  undo: 'Taking the import back',
}

/** Asks for itself until the work is over, and then for the page. */
export function ProgressPart({ url, task }: { url: string; task: Task }) {
  const { kind, phase, done, total } = task
  const writing = phase === 'writing'
  const text = {
    waiting: 'Waiting for another import to finish',
    reading: kind === 'dryRun' ? 'Reading the rows' : 'Reading the rows once more',
    writing: writingWords[kind],
  }[phase]
  return (
    <div
      id="importprogress"
      role="status"
      hx-get={`${url}/progress`}
      hx-trigger="load delay:400ms"
      hx-swap="outerHTML"
    >
      <Progress label={text ?? ''} done={done} total={Math.max(total, 1)} />
      <div className="importfoot">
        {writing && kind === 'import' && (
          <p className="hint">
            Others go on working, and see rows as they are saved. When it is stopped all of them are taken
            back.
          </p>
        )}
        {kind === 'undo' ? (
          <p className="hint">Others go on working. It goes on to its end, also when you leave this page.</p>
        ) : (
          <Button hx-post={`${url}/cancel`} hx-swap="none">
            Stop
          </Button>
        )}
      </div>
    </div>
  )
}
