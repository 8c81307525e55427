import { APPROVE, ARCHIVED, COMPLETE, INVOICED } from '#db/job-status.ts'
import type { BoardProps } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Icon } from '#views/ui/icon.tsx'
import { stageNames } from '#views/ui/job-stages.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { Chip } from '#views/ui/small.tsx'

type StatusMenuProps = {
  job: JobDetail
  board: BoardProps
  editable: boolean
  restored: boolean
  onMove: (status: number) => void
  onRemove: () => void
}

export function StatusMenu({ job, board, editable, restored, onMove, onRemove }: StatusMenuProps) {
  const { lanes, can, labels } = board
  const { status } = job
  const lane = lanes.find((one) => one.status === status)
  const name =
    lane?.label ?? (job.stage === 'paid' ? stageNames.paid : (labels[`jobs.status${status}`] ?? ''))
  // An account may give a lane the name of a stage, which stands beside it.
  const kind = lane ? 'Lane' : 'Status'
  const istemplate = job.template && lane !== undefined
  const words = istemplate ? 'Template' : restored ? `Restored: ${name}` : lane ? `Lane: ${name}` : name
  const chip = (
    <Chip level={istemplate ? 'info' : levels[status]}>
      {!lane && <span className="unseen">Status: </span>}
      {words}
      {editable && <Icon name="chevron-down" size="small" />}
    </Chip>
  )
  const canArchive = status === COMPLETE || status === INVOICED
  if (!editable || (!lane && !canArchive)) return chip
  return (
    <Menu
      id="job-status"
      label={istemplate ? words : `${kind}: ${name}`}
      face={chip}
      buttonclass="statusbutton"
    >
      {lane &&
        !istemplate &&
        lanes
          .filter((one) => one.status !== status && (one.status !== APPROVE || can.approve))
          .map((one) => (
            <MenuItem key={one.status} icon="arrow-right" onClick={() => onMove(one.status)}>
              {`Move to ${one.label}`}
            </MenuItem>
          ))}
      {canArchive && (
        <MenuItem icon="archive" onClick={() => onMove(ARCHIVED)}>
          Archive
        </MenuItem>
      )}
      {lane && !istemplate && can.delete && <MenuLine />}
      {lane && can.delete && (
        <MenuItem icon="trash" danger onClick={onRemove}>
          Remove
        </MenuItem>
      )}
    </Menu>
  )
}

const levels: Record<number, 'info' | 'success' | undefined> = {
  [APPROVE]: 'info',
  [COMPLETE]: 'success',
  [INVOICED]: 'success',
}
