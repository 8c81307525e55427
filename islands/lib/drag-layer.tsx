import '#islands/shared.ts'
import { type ComponentProps, memo, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { DragArea, DragItem, DropList } from './drag.tsx'

type List = { id: string; items: readonly Item[] }
type Item = { id: string; index: number }

type Elements = {
  findList: (id: string) => HTMLElement | null
  findItem: (id: string) => HTMLElement | null
}

type DragLayerProps = Omit<ComponentProps<typeof DragArea>, 'children' | 'instructions'> &
  Elements & { lists: readonly List[]; onReady: () => void }

/**
 * Drag and drop for lists that somebody else has drawn: it draws nothing itself, and sets on their elements what the
 * library asks for. So it can come late, and nothing is drawn again when it does.
 */
export default function DragLayer({ lists, onReady, findList, findItem, ...area }: DragLayerProps) {
  // Before any further event, and after the library has begun to listen: a press must not reach it twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => queueMicrotask(onReady), [])
  return (
    <DragArea {...area} instructions="">
      {lists.map((list) => (
        <ListBinding key={list.id} {...list} {...{ findList, findItem }} />
      ))}
    </DragArea>
  )
}

function ListBinding({ id, items, findList, findItem }: List & Elements) {
  const [room] = useState(() => findList(id)?.querySelector('.room'))
  return (
    <DropList id={id}>
      {(list, state) => (
        <>
          <Binding
            element={() => findList(id)}
            onElement={list.innerRef}
            attributes={{ ...list.droppableProps, 'data-over': state.isDraggingOver || undefined }}
          />
          <ItemBindings items={items} findItem={findItem} />
          {room && createPortal(list.placeholder, room)}
        </>
      )}
    </DropList>
  )
}

type ItemBindingsProps = Pick<Elements, 'findItem'> & { items: readonly Item[] }

const isSame = (a: ItemBindingsProps, b: ItemBindingsProps) =>
  a.items.length === b.items.length && a.items.every(({ id }, at) => id === b.items[at]?.id)

/** Apart from their list, so that a card held over it binds none of its cards again. */
const ItemBindings = memo(function ItemBindings({ items, findItem }: ItemBindingsProps) {
  return items.map(({ id, index }) => (
    <DragItem key={id} id={id} index={index} ownrole>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => {
        const { style, onTransitionEnd, ...attributes } = draggableProps
        return (
          <>
            <Binding
              element={() => findItem(id)}
              onElement={innerRef}
              attributes={{ ...attributes, 'data-dragging': isDragging || undefined }}
              style={style as Record<string, string | number> | undefined}
              onTransitionEnd={onTransitionEnd as unknown as GlobalEventHandlers['ontransitionend']}
            />
            <Binding
              element={() => findItem(id)?.firstElementChild as HTMLElement | null}
              attributes={handleAttributes(dragHandleProps)}
            />
          </>
        )
      }}
    </DragItem>
  ))
}, isSame)

/** The element says itself what it is and does. */
const handleAttributes = (props: object | null) =>
  Object.fromEntries(Object.entries(props ?? {}).filter(([name]) => name.startsWith('data-')))

type BindingProps = {
  element: () => HTMLElement | null
  onElement?: (element: HTMLElement | null) => void
  attributes: Record<string, unknown>
  style?: Record<string, string | number>
  onTransitionEnd?: GlobalEventHandlers['ontransitionend']
}

/** After each drawing, as React itself would: a card that came to another list is another element. */
function Binding({ element, onElement, attributes, style, onTransitionEnd }: BindingProps) {
  useLayoutEffect(() => {
    const found = element()
    onElement?.(found)
    if (!found) return
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) found.removeAttribute(name)
      else found.setAttribute(name, String(value))
    }
    if (!onElement) return
    setStyle(found, style ?? {})
    found.ontransitionend = onTransitionEnd ?? null
  })
  return null
}

const unitless = ['opacity', 'zIndex', 'flexGrow', 'flexShrink']

function setStyle(element: HTMLElement, style: Record<string, string | number | null>): void {
  element.removeAttribute('style')
  for (const [name, value] of Object.entries(style))
    if (value !== null && value !== undefined)
      Object.assign(element.style, {
        [name]: typeof value === 'number' && !unitless.includes(name) ? `${value}px` : String(value),
      })
}
