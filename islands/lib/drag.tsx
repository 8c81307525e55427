/** The one file that knows the drag and drop library. */
import type { ReactNode } from 'react'
import {
  DragDropContext,
  Draggable,
  type DraggableLocation,
  type DraggableProvided,
  type DraggableStateSnapshot,
  Droppable,
  type DroppableProvided,
  type DroppableStateSnapshot,
} from 'react-beautiful-dnd'
import type { Scroller } from './scroll-pace.ts'

export type Drop = { id: string; from: ListPosition; to: ListPosition | null }
export type ListPosition = { list: string; index: number }

type DragAreaProps = {
  name: (list: string) => string
  /** Describes a position otherwise than by its number in the list. */
  describe?: (position: ListPosition, id: string) => string
  onStart?: (id: string) => void
  onDrop: (drop: Drop) => void
  instructions: string
  /** Asked before each frame. */
  scroller?: Scroller
  children: ReactNode
}

export function DragArea({
  name,
  describe,
  onStart,
  onDrop,
  instructions,
  scroller,
  children,
}: DragAreaProps) {
  const spoken = (position: ListPosition, id: string) =>
    describe?.(position, id) ?? `place ${position.index + 1} of ${name(position.list)}`
  return (
    <DragDropContext
      nonce={document.documentElement.dataset.nonce}
      autoScrollerOptions={scroller}
      dragHandleUsageInstructions={instructions}
      onBeforeCapture={({ draggableId }) => onStart?.(draggableId)}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(`Lifted from ${spoken(positionOf(source), draggableId)}`)
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(destination ? `Over ${spoken(positionOf(destination), draggableId)}` : 'Over no list')
      }
      onDragEnd={({ draggableId: id, source, destination }, { announce }) => {
        const to = destination && positionOf(destination)
        announce(to ? `Put down at ${spoken(to, id)}` : 'Left where it was')
        onDrop({ id, from: positionOf(source), to })
      }}
    >
      {children}
    </DragDropContext>
  )
}

const positionOf = ({ droppableId, index }: DraggableLocation): ListPosition => ({ list: droppableId, index })

type DropListProps = {
  id: string
  children: (list: DroppableProvided, state: DroppableStateSnapshot) => ReactNode
}

export function DropList({ id, children }: DropListProps) {
  return <Droppable droppableId={id}>{(list, state) => <>{children(list, state)}</>}</Droppable>
}

type DragItemProps = {
  id: string
  index: number
  disabled?: boolean
  /** The handle is something else than a button, such as a link, and stays so. */
  ownrole?: boolean
  children: (item: DraggableProvided, state: DraggableStateSnapshot) => ReactNode
}

export function DragItem({ id, index, disabled, ownrole, children }: DragItemProps) {
  return (
    <Draggable draggableId={id} index={index} isDragDisabled={disabled}>
      {(item, state) => {
        if (ownrole && item.dragHandleProps) Object.assign(item.dragHandleProps, { role: undefined })
        return <>{children(item, state)}</>
      }}
    </Draggable>
  )
}
