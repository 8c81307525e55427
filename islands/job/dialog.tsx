import '#islands/shared.ts'
import { useMemo } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { messages } from '#islands/client/messages.ts'
import { useAges } from '#islands/lib/ages.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { tabPaths } from './prefetch-tabs.ts'
import { JobSheet, JobSheetHead } from './sheet.tsx'
import type { StageAction } from './stages.tsx'
import { useJob } from './use-job.ts'

type JobDialogProps = {
  id: string
  reference: string
  board: BoardProps
  begin?: StageAction
  /** Which it opens on, where it has that. */
  tab?: string
  onCard: (card: JobCard) => void
  onClose: () => void
}

export default function JobDialog({ id, reference, board, begin, tab, onCard, onClose }: JobDialogProps) {
  const { job, problem, gone, take, reload, retry } = useJob(id, onCard)
  const old = useAges(useMemo(() => agedParts(id), [id]))
  return (
    <Modal size="large" className="job" labelledby="job-title" onClosed={onClose}>
      {job ? (
        <JobSheet {...{ job, gone, board, begin, tab, old, take, reload }} />
      ) : (
        <div className="sheet">
          <JobSheetHead title={reference} />
          <div className="body">
            {problem ? (
              <EmptyState icon="error" text={problem}>
                <Button onClick={retry}>{messages.again}</Button>
              </EmptyState>
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        </div>
      )}
    </Modal>
  )
}

const agedParts = (id: string) => [
  { name: 'the job', path: `/api/jobs/${id}` },
  ...Object.entries(tabPaths(id)).map(([name, path]) => ({ name, path })),
  { name: 'invoices', path: '/api/invoices' },
]
