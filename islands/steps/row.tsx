import type { ReactNode } from 'react'
import { DragItem } from '#islands/lib/drag.tsx'
import { IconButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import type { StepListRow } from './props.ts'
import { StepText } from './static.tsx'

/** The head of a lane: it stays where it is, and what is put down below it is in its lane. */
export function LaneListItem({ row, index }: { row: Extract<StepListRow, { kind: 'lane' }>; index: number }) {
  const { id, lane, count } = row
  return (
    <DragItem id={id} index={index} disabled>
      {(item) => (
        <li ref={item.innerRef} {...item.draggableProps} className="lanehead">
          <h3>
            {lane.label} <span className="count">{count}</span>
          </h3>
          {count === 0 && <p>No steps</p>}
        </li>
      )}
    </DragItem>
  )
}

type StepRowProps = {
  row: Extract<StepListRow, { kind: 'step' }>
  index: number
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onArchive: () => void
  editor: ReactNode
}

export function StepListItem({ row, index, onMove, onEdit, onArchive, editor }: StepRowProps) {
  const { id, name } = row.step
  return (
    <DragItem id={id} index={index} disabled={Boolean(editor)}>
      {(item, state) =>
        editor ? (
          <li ref={item.innerRef} {...item.draggableProps} className="editing">
            {editor}
          </li>
        ) : (
          <li
            ref={item.innerRef}
            {...item.draggableProps}
            data-step={id}
            className={state.isDragging ? 'dragged' : undefined}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: the drag library lifts nothing by a button */}
            <span
              className="grip"
              role="button"
              tabIndex={0}
              {...item.dragHandleProps}
              aria-label={`Carry ${name}`}
              title="Drag"
            >
              <Icon name="grip-vertical" />
            </span>
            <StepText step={row.step} />
            <span className="actions">
              <IconButton
                icon="arrow-up"
                label={`Move ${name} up`}
                disabled={row.index === 0}
                onClick={() => onMove(-1)}
              />
              <IconButton
                icon="arrow-down"
                label={`Move ${name} down`}
                disabled={row.index === row.count - 1}
                onClick={() => onMove(1)}
              />
              <IconButton icon="pencil" label={`Edit ${name}`} onClick={onEdit} />
              <IconButton icon="archive" label={`Archive ${name}`} onClick={onArchive} />
            </span>
          </li>
        )
      }
    </DragItem>
  )
}
