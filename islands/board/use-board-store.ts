import { useMemo, useState, useSyncExternalStore } from 'react'
import { useHub } from '#islands/lib/hub.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { fetchBoard, fetchCards, sendMove } from './api-calls.ts'
import type { MoveQuestion } from './ask-warnings.tsx'
import type { Move } from './moves.ts'
import type { BoardProps } from './props.ts'
import { type BoardStore, createBoardStore } from './store.ts'

type CardQuestion = MoveQuestion & { id: string }

/** The board's store, its present view, and the question that it may have for the person. */
export function useBoardStore(props: BoardProps) {
  const [asked, setAsked] = useState<CardQuestion>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's props are what the store begins with, once
  const store = useMemo(() => storeOf(props, setAsked), [])
  const view = useSyncExternalStore(store.subscribe, store.get)
  useHub(store.hear)
  return { store, view, asked, answered: () => setAsked(undefined) }
}

function storeOf(props: BoardProps, ask: (asked: CardQuestion) => void): BoardStore {
  const laneName = (lane: number) => props.lanes.find(({ status }) => status === lane)?.label ?? String(lane)
  const nameOf = ({ id }: Move) => store.get().cards.get(id)?.reference ?? '(unknown)'
  let hideLast = () => {}
  const tell = (snack: Parameters<typeof showSnackbar>[0]) => {
    hideLast()
    hideLast = showSnackbar(snack)
  }
  const store: BoardStore = createBoardStore(
    { ...props, boardid: props.board.id },
    {
      send: sendMove,
      fetchBoard: () => fetchBoard(props.board.id),
      fetchCards,
      confirm: (move, warnings) =>
        new Promise((answer) =>
          ask({ id: move.id, reference: nameOf(move), lane: laneName(move.to.lane), warnings, answer }),
        ),
      onMoved(move, place) {
        const back = move.undoes ? ' back' : ''
        const where =
          move.from.lane === move.to.lane ? `moved${back}` : `moved${back} to ${laneName(place.status)}`
        const undo = () => {
          if (!store.undo(move, place.seq))
            tell({ level: 'info', message: `${nameOf(move)} was moved by someone else since, so it stays.` })
        }
        tell({
          level: 'success',
          message: `${nameOf(move)} ${where}`,
          undo: move.undoes ? undefined : { act: undo },
        })
      },
      onRefused: (move, message) =>
        tell({ level: 'error', message: `${nameOf(move)} was not moved. ${message}` }),
      onLost: showError,
    },
  )
  return store
}
