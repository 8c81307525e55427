/** The one file that knows the drag and drop library. */
import type { ReactNode } from 'react'
import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  type DraggableStateSnapshot,
  type DragStart,
  Droppable,
  type DroppableProvided,
  type DroppableStateSnapshot,
  type DropResult,
} from 'react-beautiful-dnd'

export type Drop = { id: string; from: Spot; to: Spot | null }
export type Spot = { list: string; index: number }

type DragAreaProps = {
  onStart?: (id: string) => void
  onDrop: (drop: Drop) => void
  instructions: string
  children: ReactNode
}

/** Around every list that things are dragged between. */
export function DragArea({ onStart, onDrop, instructions, children }: DragAreaProps) {
  return (
    <DragDropContext
      nonce={document.documentElement.dataset.nonce}
      dragHandleUsageInstructions={instructions}
      onBeforeCapture={({ draggableId }) => onStart?.(draggableId)}
      onDragEnd={(result) => onDrop(dropOf(result))}
    >
      {children}
    </DragDropContext>
  )
}

const dropOf = ({ draggableId, source, destination }: DropResult & DragStart): Drop => ({
  id: draggableId,
  from: { list: source.droppableId, index: source.index },
  to: destination && { list: destination.droppableId, index: destination.index },
})

type DropListProps = {
  id: string
  children: (list: DroppableProvided, state: DroppableStateSnapshot) => ReactNode
}

/** A list that takes drops. */
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

/** One thing of a list, with a handle that the library calls a button unless told. */
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
