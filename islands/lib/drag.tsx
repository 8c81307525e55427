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

export type Drop = { id: string; from: ListPosition; to: ListPosition | null }
export type ListPosition = { list: string; index: number }

type DragAreaProps = {
  /** What a list is called, for those who hear where a thing is. */
  name: (list: string) => string
  /** Says a place in other words than its number in the list. */
  place?: (spot: ListPosition, id: string) => string
  onStart?: (id: string) => void
  onDrop: (drop: Drop) => void
  instructions: string
  children: ReactNode
}

/** Around every list that things are dragged between. */
export function DragArea({ name, place, onStart, onDrop, instructions, children }: DragAreaProps) {
  const spoken = (spot: ListPosition, id: string) =>
    place?.(spot, id) ?? `place ${spot.index + 1} of ${name(spot.list)}`
  return (
    <DragDropContext
      nonce={document.documentElement.dataset.nonce}
      dragHandleUsageInstructions={instructions}
      onBeforeCapture={({ draggableId }) => onStart?.(draggableId)}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(`Lifted from ${spoken(spotOf(source), draggableId)}`)
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(destination ? `Over ${spoken(spotOf(destination), draggableId)}` : 'Over no list')
      }
      onDragEnd={({ draggableId: id, source, destination }, { announce }) => {
        const to = destination && spotOf(destination)
        announce(to ? `Put down at ${spoken(to, id)}` : 'Left where it was')
        onDrop({ id, from: spotOf(source), to })
      }}
    >
      {children}
    </DragDropContext>
  )
}

const spotOf = ({ droppableId, index }: DraggableLocation): ListPosition => ({ list: droppableId, index })

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
