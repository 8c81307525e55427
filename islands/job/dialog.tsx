import type { BoardProps } from '#islands/board/props.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { JobCard } from '#server/domains/jobs/types.ts'

type JobDialogProps = {
  id: string
  reference: string
  board: BoardProps
  /** What the server answered about the card. */
  onCard: (card: JobCard) => void
  onClose: () => void
}
export default function JobDialog({ reference, onClose }: JobDialogProps) {
  return (
    <Modal size="full" labelledby="job-title" onClosed={onClose}>
      <h2 id="job-title">{reference}</h2>
    </Modal>
  )
}
